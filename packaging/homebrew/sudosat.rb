# packaging/fill < packaging/homebrew/sudosat.rb fills in the version, the address and the checksum.
class Sudosat < Formula
  desc "Sudoku of any size and rules reduced to SAT, and solved"
  homepage "@address@"
  url "https://static.crates.io/crates/sudosat/sudosat-@version@.crate"
  sha256 "@sha256@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "build", "--release", "--locked"
    system "packaging/install", prefix, "target/release/sudosat"
  end

  test do
    assert_equal "4123231414323241\n", shell_output("#{bin}/sudosat solve --to line .12....4.....2..")
  end
end

# `nix build '.?dir=packaging/nix'`, or `nix run`. The program has no engine of live pages.
{
  description = "Sudoku of any size and rules reduced to SAT, and solved";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { nixpkgs, ... }:
    let
      manifest = (builtins.fromTOML (builtins.readFile ../../Cargo.toml)).package;
      package = pkgs: pkgs.rustPlatform.buildRustPackage {
        pname = manifest.name;
        inherit (manifest) version;
        src = ../..;
        cargoLock.lockFile = ../../Cargo.lock;
        # The tests need solvers and checkers of others.
        doCheck = false;
        installPhase = ''
          patchShebangs .ci packaging
          ln -s "$cargoDeps" vendor
          .ci/notices > generated/THIRD-PARTY.txt
          packaging/install "$out" target/*/release/sudosat
        '';
        meta = {
          inherit (manifest) description;
          homepage = manifest.repository;
          license = with pkgs.lib.licenses; [ mit asl20 ];
          mainProgram = "sudosat";
        };
      };
    in {
      packages = nixpkgs.lib.genAttrs [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ]
        (system: { default = package nixpkgs.legacyPackages.${system}; });
    };
}

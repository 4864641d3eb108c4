// The package in Node, for `import`: that of `require`, so that there is one of each.

import sudosat from "./node.cjs";

export const { init, solve, encode, sat, cover, explain, why, hint, rate, minimize, show, background, SudosatError } = sudosat;

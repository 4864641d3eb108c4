export * from "./sudosat.js";

// What a render worker needs for pages and for checks, in one file of the build (`loadPages` in ../engine.ts).
export { createPrintCore } from './create-print-core.ts';
export { SymbolChecker } from './symbol-checker.ts';

import type { Result } from '#model/kernel/result.ts';
import type { EncodedSymbol, SymbolOptions } from './types.ts';

/**
 * Content to bars or modules: one file for each symbology, listed in `encode.ts`. `title` is for the problems.
 * Fails with a `symbol.*` problem that names the character or the rule.
 */
export type SymbolEncoder = (content: string, title: string, options: SymbolOptions) => Result<EncodedSymbol>;

import type { Result } from '#model/kernel/result.ts';
import type { EncodedSymbol, SymbolOptions } from './types.ts';

/**
 * Encodes content to bars or modules. Each symbology has a file of its own, listed in `encode.ts`. `title` is the
 * symbology's name in problems. Fails with a `symbol.*` problem that names the invalid character or the broken rule.
 */
export type SymbolEncoder = (content: string, title: string, options: SymbolOptions) => Result<EncodedSymbol>;

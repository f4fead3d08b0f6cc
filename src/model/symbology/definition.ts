import type { Result } from '#model/kernel/result.ts';
import type { EncodedSymbol, SymbolOptions } from './types.ts';

/** What a symbology brings: one file each, listed in `registry.ts`. */
export interface SymbologyDefinition {
  /** As people write it; a proper name, the same in all languages. */
  readonly title: string;
  /** Its number in the template file (specification 2, section 3). */
  readonly fileId: number;
  /** A value that it can always encode. */
  readonly defaultValue: string;
  /** Fails with a `symbol.*` problem that names the character or the rule. */
  readonly encode: (content: string, options: SymbolOptions) => Result<EncodedSymbol>;
}

import { ok, type Result } from '#model/kernel/result.ts';
import type { LinearSymbol, LinearSymbology } from '../types.ts';

type Required = 'kind' | 'symbology' | 'content' | 'text' | 'widths' | 'quietModules';

interface LinearRecipe extends Omit<LinearSymbol, Required | 'symbology'> {
  readonly symbology: LinearSymbology;
  /** What a reader returns. */
  readonly content: string;
  /** The human-readable text, if it differs from the content. */
  readonly text?: string;
  /**
   * One digit for each bar and space in turn, bar first: its width in modules; with a wide ratio, 1 for narrow and 2
   * for wide.
   */
  readonly pattern: string;
  /** Quiet zones in modules. */
  readonly quiet: readonly [left: number, right: number];
}

/** Makes a symbol from checked content. */
export function linearSymbol({ pattern, quiet, ...recipe }: LinearRecipe): Result<LinearSymbol> {
  const widths: number[] = [];
  for (let i = 0; i < pattern.length; i++) widths.push(pattern.charCodeAt(i) - 48);
  return ok({
    text: recipe.content,
    ...recipe,
    kind: 'linear',
    widths,
    quietModules: { left: quiet[0], right: quiet[1] },
  });
}

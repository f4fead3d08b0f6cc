import { ok, type Result } from '#model/kernel/result.ts';
import type { ProblemCode } from '#model/kernel/problem.ts';
import { bwipWidths } from './bwip.ts';
import type { LinearSymbol, LinearSymbology } from './types.ts';

interface LinearRecipe {
  readonly symbology: LinearSymbology;
  readonly encoder: string;
  readonly encoderOptions?: Readonly<Record<string, unknown>>;
  /** What a reader gives back. */
  readonly content: string;
  readonly text: string;
  readonly quiet: readonly [left: number, right: number];
  /** Set for symbologies of two widths. */
  readonly wideRatio?: number;
  readonly failure?: ProblemCode;
}

/** Wide to narrow of the two-width symbologies: the middle of the 2.25 to 3 that GS1 allows for ITF-14. */
export const WIDE_RATIO = 2.5;

/** Encodes what has been checked and makes a symbol of it. */
export function encodeLinear(recipe: LinearRecipe, input: string): Result<LinearSymbol> {
  const widths = bwipWidths(recipe.encoder, input, recipe.encoderOptions, recipe.failure);
  if (!widths.ok) return widths;
  return ok({
    kind: 'linear',
    symbology: recipe.symbology,
    content: recipe.content,
    text: recipe.text,
    widths: recipe.wideRatio === undefined ? widths.value : widths.value.map((w) => (w > 1 ? 2 : 1)),
    ...(recipe.wideRatio === undefined ? {} : { wideRatio: recipe.wideRatio }),
    quietModules: { left: recipe.quiet[0], right: recipe.quiet[1] },
  });
}

import bwip from 'bwip-js/generic';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type ProblemCode } from '#model/kernel/problem.ts';

interface RawSymbol {
  readonly sbs?: readonly number[];
}

/** The part of bwip-js that is used: geometry only, no drawing. Its own types leave `raw` out of this build. */
const { raw } = bwip as unknown as { raw(options: Readonly<Record<string, unknown>>): readonly RawSymbol[] };

/**
 * The widths of bars and spaces in turn, bar first, in modules.
 * What bwip-js throws for content that we did not catch ourselves becomes a problem with its words as detail.
 */
export function bwipWidths(
  encoder: string,
  text: string,
  options: Readonly<Record<string, unknown>> = {},
  failure: ProblemCode = 'symbol.cannotEncode',
): Result<readonly number[]> {
  try {
    const widths = raw({ bcid: encoder, text, ...options })[0]?.sbs;
    if (widths === undefined) return err(problem(failure, { detail: encoder }));
    return ok(widths);
  } catch (error) {
    return err(problem(failure, { detail: plainWords(error instanceof Error ? error.message : String(error)) }));
  }
}

/** `bwipp.ean13badCheckDigit#123: Incorrect EAN-13 check digit provided` -> its last part. */
function plainWords(message: string): string {
  return message.replace(/^(bwip-js: )?bwipp\.[^:]*: /, '');
}

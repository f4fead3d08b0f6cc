import { err, ok, type Result } from '#model/kernel/result.ts';
import { bwipModules } from '../bwip.ts';
import type { BwipEncoder } from '../bwip-encoders.ts';
import { expandedFields, expandedTooLong } from '../linear/databar.ts';
import { afterPrefix } from '../digits.ts';
import { gs1Text } from '../gs1/gs1-data.ts';
import { chosen } from '../catalog/options.ts';
import { wholeGs1Number } from '../number-length.ts';
import type { MatrixSymbol, MatrixSymbology, SymbolOptions, SymbolEncoder } from '../types.ts';

type Stacked = Extract<MatrixSymbology, 'databar-stacked' | 'databar-stacked-omni' | 'databar-expanded-stacked'>;

/** Heights of the rows in modules (ISO/IEC 24724, 5.3): the two halves and the separators between them. */
const STACKED_ROWS = [5, 1, 7];
const STACKED_OMNI_ROWS = [33, 1, 1, 1, 33];
/** ISO/IEC 24724, 7.2.8: rows of segments are 34 modules high, with three separator rows between two of them. */
const EXPANDED_ROW = 34;
const EXPANDED_PERIOD = 4;

/** ISO/IEC 24724: a GTIN of 14 digits in two rows. */
export const encodeDatabarStacked: SymbolEncoder = (content, title, options) =>
  stackedGtin('databar-stacked', 'databarstacked', STACKED_ROWS, content, title, options);

/** ISO/IEC 24724: a GTIN in two rows that are high enough to be read from any direction. */
export const encodeDatabarStackedOmni: SymbolEncoder = (content, title, options) =>
  stackedGtin('databar-stacked-omni', 'databarstackedomni', STACKED_OMNI_ROWS, content, title, options);

/** ISO/IEC 24724: application identifiers in brackets, in rows of the chosen number of columns of two segments each. */
export const encodeDatabarExpandedStacked: SymbolEncoder = (content, title, options) => {
  const fields = expandedFields(content, title);
  if (!fields.ok) return fields;
  const columns = chosen('databar-expanded-stacked', options, 'columns');
  const segments = columns === 'auto' ? {} : { segments: 2 * Number(columns) };
  const made = bwipModules('databarexpandedstacked', gs1Text(fields.value), { dontlint: true, ...segments });
  if (!made.ok) return err(expandedTooLong(fields.value, title));
  const heights = Array.from({ length: made.value.rows }, (_, row) => (row % EXPANDED_PERIOD === 0 ? EXPANDED_ROW : 1));
  return ok(stacked('databar-expanded-stacked', content, made.value, heights));
};

function stackedGtin(
  symbology: Stacked,
  encoder: BwipEncoder,
  heights: readonly number[],
  content: string,
  title: string,
  options: SymbolOptions,
): Result<MatrixSymbol> {
  const full = afterPrefix(content, '(01)', (digits) => wholeGs1Number(digits, 14, symbology, title, options));
  if (!full.ok) return full;
  const gs1 = `(01)${full.value}`;
  const made = bwipModules(encoder, gs1, {});
  return made.ok ? ok(stacked(symbology, gs1, made.value, heights)) : made;
}

/** Repeats every row as often as it is high in modules. */
function stacked(
  symbology: Stacked,
  content: string,
  { columns, modules }: { readonly columns: number; readonly modules: Uint8Array },
  heights: readonly number[],
): MatrixSymbol {
  const rows = heights.reduce((sum, height) => sum + height, 0);
  const high = new Uint8Array(columns * rows);
  let at = 0;
  heights.forEach((height, row) => {
    const line = modules.subarray(row * columns, (row + 1) * columns);
    for (let i = 0; i < height; i++, at += columns) high.set(line, at);
  });
  // No quiet zone is needed (ISO/IEC 24724, 5.2.1).
  return { kind: 'matrix', symbology, content, text: content, columns, rows, modules: high, quietModules: 0 };
}

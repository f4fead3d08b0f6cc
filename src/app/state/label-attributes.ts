import { parseJsonObject } from '#model/kernel/json-object.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { roundMm, type Mm } from '#model/kernel/units.ts';
import { LABEL_LIMITS } from '#model/template/label-limits.ts';
import { LENGTH_FIELDS, LENGTH_LIMITS } from '#model/template/length-by-content.ts';
import type { LabelSettings, LengthByContent } from '#model/template/template.ts';

const LABEL_TYPES = ['common', 'cloud', 'print'] as const;
type LabelType = (typeof LABEL_TYPES)[number];

/**
 * `add`: not on the server yet; `edit`: the user's own, already saved; `common`: another user's, saved as a new one.
 */
const LABEL_STATUSES = ['add', 'edit', 'common'] as const;
export type LabelStatus = (typeof LABEL_STATUSES)[number];

/** The label to open, from the query of `/editLabel` (specification 1, section 2). */
export interface LabelAttributes {
  /** The server's id; empty before the first save. */
  readonly id: string;
  /** The folder; empty for none. */
  readonly parentId: string;
  /** Path of the template file on the server; empty before the first save. */
  readonly file: string;
  /** The opened version of the template; 0 before the first save, and if the address has none. */
  readonly revision: number;
  readonly type: LabelType;
  /**
   * SHA-256 of the local file that the label was opened from, in hexadecimal: it distinguishes files with the same name and
   * size. Empty for all other labels.
   */
  readonly localFile: string;
  /** Without backgrounds: those of a new label are kept in the browser, those of a saved one are in its file. */
  readonly settings: LabelSettings;
}

export function createLabelAttributes(settings: LabelSettings, localFile = ''): LabelAttributes {
  return {
    id: '',
    parentId: '',
    file: '',
    revision: 0,
    type: 'cloud',
    localFile,
    settings: { ...settings, canvases: [], background: null },
  };
}

/** The JSON of the `labelAttr` query value, under the specification's field names. Lengths in mm. */
export function encodeLabelAttributes(attributes: LabelAttributes): string {
  const { settings } = attributes;
  return JSON.stringify({
    id: attributes.id,
    parent_id: attributes.parentId,
    name: settings.name,
    file: attributes.file,
    ...(attributes.revision > 0 ? { revision: attributes.revision } : {}),
    width: settings.widthMm,
    height: settings.heightMm,
    type: attributes.type,
    columns: settings.columns,
    rows: settings.rows,
    columnSpacing: settings.columnSpacingMm,
    rowSpacing: settings.rowSpacingMm,
    paddingTop: settings.paddingMm.top,
    paddingBottom: settings.paddingMm.bottom,
    paddingLeft: settings.paddingMm.left,
    paddingRight: settings.paddingMm.right,
    printBackground: settings.printBackground,
    ...(settings.lengthByContent === undefined ? {} : { lengthByContent: settings.lengthByContent }),
    ...(attributes.localFile === '' ? {} : { localFile: attributes.localFile }),
  });
}

/** The editor's address for a label. */
export function editLabelPath(attributes: LabelAttributes, status: LabelStatus): string {
  const query = new URLSearchParams({ labelAttr: encodeLabelAttributes(attributes), labelStatus: status });
  return `/editLabel?${query.toString()}`;
}

/**
 * Parses the `labelAttr` query value (already URL-decoded). Sizes must be within the specification's limits; missing grid,
 * spacings and paddings get their defaults. Problem: `input.invalid` with the field as path.
 */
export function decodeLabelAttributes(text: string | null): Result<LabelAttributes> {
  const fields = text === null ? null : parseJsonObject(text);
  if (fields === null) return err(problem('input.invalid', { detail: 'labelAttr' }, 'labelAttr'));
  let fault: string | null = null;

  function number(name: string, min: number, max: number, fallback: number | null): Mm {
    const value = readNumber(fields?.[name]) ?? fallback;
    if (value !== null && value >= min && value <= max) return roundMm(value);
    fault ??= name;
    return min;
  }
  function whole(name: string): number {
    const value = number(name, 1, LABEL_LIMITS.maxGrid, 1);
    if (!Number.isInteger(value)) fault ??= name;
    return value;
  }
  function wholeFrom0(name: string): number {
    const value = number(name, 0, Number.MAX_SAFE_INTEGER, 0);
    if (!Number.isInteger(value)) fault ??= name;
    return value;
  }
  function string(name: string): string {
    const value = fields?.[name];
    if (value === undefined || value === null) return '';
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
    fault ??= name;
    return '';
  }

  /** An object of our own: the specification has no such field. */
  function length(): LengthByContent | undefined {
    const value = fields?.['lengthByContent'];
    if (value === undefined) return undefined;
    const given = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
    const lengths = LENGTH_FIELDS.map((field) => readNumber(given[field]) ?? NaN);
    const areValid = LENGTH_FIELDS.every(
      (field, i) => (lengths[i] ?? NaN) >= LENGTH_LIMITS[field].min && (lengths[i] ?? NaN) <= LENGTH_LIMITS[field].max,
    );
    const [minMm = NaN, maxMm = NaN, stepMm = NaN, marginMm = NaN] = lengths.map(roundMm);
    if (!areValid || minMm > maxMm) fault ??= 'lengthByContent';
    return { minMm, maxMm, stepMm, marginMm };
  }

  const type = LABEL_TYPES.find((known) => known === fields['type']) ?? 'cloud';
  const lengthByContent = length();
  const attributes: LabelAttributes = {
    id: string('id'),
    parentId: string('parent_id'),
    file: string('file'),
    revision: wholeFrom0('revision'),
    type,
    localFile: string('localFile'),
    settings: {
      name: string('name'),
      widthMm: number('width', LABEL_LIMITS.minSideMm, LABEL_LIMITS.maxWidthMm, null),
      heightMm: number('height', LABEL_LIMITS.minSideMm, LABEL_LIMITS.maxHeightMm, null),
      rows: whole('rows'),
      columns: whole('columns'),
      rowSpacingMm: number('rowSpacing', 0, LABEL_LIMITS.maxSpacingMm, 0),
      columnSpacingMm: number('columnSpacing', 0, LABEL_LIMITS.maxSpacingMm, 0),
      paddingMm: {
        left: number('paddingLeft', 0, LABEL_LIMITS.maxSpacingMm, 0),
        right: number('paddingRight', 0, LABEL_LIMITS.maxSpacingMm, 0),
        top: number('paddingTop', 0, LABEL_LIMITS.maxSpacingMm, 0),
        bottom: number('paddingBottom', 0, LABEL_LIMITS.maxSpacingMm, 0),
      },
      canvases: [],
      background: null,
      printBackground: fields['printBackground'] === true,
      ...(lengthByContent === undefined ? {} : { lengthByContent }),
    },
  };
  return fault === null ? ok(attributes) : err(problem('input.invalid', { detail: fault }, fault));
}

export function decodeLabelStatus(text: string | null): LabelStatus {
  return LABEL_STATUSES.find((status) => status === text) ?? 'add';
}

/** Reads a number, or a string of digits, which is how the server sends some numbers; null for anything else. */
function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !/^\d+(\.\d+)?$/.test(value)) return null;
  return Number(value);
}

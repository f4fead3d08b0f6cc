import { type Problem, problem } from '#model/kernel/problem.ts';
import type { Gs1Use } from '#model/symbology/catalog/info.ts';
import { digitalLink, isStem, parseDigitalLink } from '#model/symbology/gs1/digital-link.ts';
import {
  formatGs1,
  gs1CompanionProblem,
  gs1ConflictProblem,
  gs1ValueProblem,
  parseGs1,
  type Gs1Field,
} from '#model/symbology/gs1/gs1-data.ts';
import { gs1Identifier } from '#model/symbology/gs1/identifiers.ts';

/** A field that is being edited; it keeps its key when it moves. */
export interface Gs1Row extends Gs1Field {
  readonly key: number;
}

export interface Gs1Form {
  readonly rows: readonly Gs1Row[];
  /** The address in front of the data of a Digital Link; empty for the default one. */
  readonly stem: string;
}

/** The current content as rows; one empty row if it is no GS1 data. */
export function formFromContent(
  use: Gs1Use,
  content: string,
): { readonly form: Gs1Form; readonly understood: boolean } {
  const read = use === 'link' ? parseDigitalLink(content) : parseGs1(content);
  if (!read.ok) return { form: { rows: [{ key: 0, ai: '01', value: '' }], stem: '' }, understood: content === '' };
  const { fields, stem } = 'fields' in read.value ? read.value : { fields: read.value, stem: '' };
  return { form: { rows: fields.map((field, key) => ({ ...field, key })), stem }, understood: true };
}

/** The content of the element: data with its identifiers in brackets, after the address if it is a link. */
export function contentOf(use: Gs1Use, { rows, stem }: Gs1Form): string {
  return (use === 'link' ? stem.replace(/\/+$/, '') : '') + formatGs1(rows);
}

export interface Gs1Findings {
  /** By row key. */
  readonly rows: ReadonlyMap<number, Problem>;
  readonly stem: Problem | null;
  /** The problem with the combination of fields; null while a single value is invalid. */
  readonly whole: Problem | null;
  /** A missing field that may be in another symbol of the same label, so it is only a hint. */
  readonly hint: Problem | null;
}

export function findingsOf(use: Gs1Use, form: Gs1Form): Gs1Findings {
  const { rows, stem } = form;
  const values = new Map(
    rows.flatMap((row) => {
      const wrong = gs1ValueProblem(row);
      return wrong === null ? [] : [[row.key, wrong] as const];
    }),
  );
  const badStem = use === 'link' && stem !== '' && !isStem(stem.replace(/\/+$/, ''));
  const findings = { rows: values, stem: badStem ? problem('gs1.linkForm') : null, whole: null, hint: null };
  if (values.size > 0 || badStem) return findings;
  const companion = gs1CompanionProblem(rows);
  const whole = gs1ConflictProblem(rows) ?? (use === 'elsewhere' ? null : companion) ?? linkProblem(use, form);
  return { ...findings, whole, hint: use === 'elsewhere' ? companion : null };
}

export function isComplete(findings: Gs1Findings, form: Gs1Form): boolean {
  return form.rows.length > 0 && findings.rows.size === 0 && findings.stem === null && findings.whole === null;
}

function linkProblem(use: Gs1Use, form: Gs1Form): Problem | null {
  if (use !== 'link') return null;
  const link = digitalLink(contentOf(use, form), '');
  return link.ok ? null : link.error;
}

/** The row with another identifier, value or position. */
export function withRow(form: Gs1Form, key: number, change: Partial<Gs1Field>): Gs1Form {
  return { ...form, rows: form.rows.map((row) => (row.key === key ? { ...row, ...change } : row)) };
}

export function withoutRow(form: Gs1Form, key: number): Gs1Form {
  return { ...form, rows: form.rows.filter((row) => row.key !== key) };
}

/** `by` positions down, or up if negative. */
export function withRowMoved({ rows, stem }: Gs1Form, key: number, by: number): Gs1Form {
  const from = rows.findIndex((row) => row.key === key);
  const row = rows[from];
  const to = from + by;
  if (row === undefined || to < 0 || to >= rows.length) return { rows, stem };
  return { stem, rows: rows.toSpliced(from, 1).toSpliced(to, 0, row) };
}

/** The most common identifiers; a new row starts with the first unused one. */
const USUAL = ['01', '10', '17', '21', '11', '37', '3103', '400', '410'];

/** One more row, with the first unused common identifier. */
export function withNewRow(form: Gs1Form): Gs1Form {
  const ai = USUAL.find((usual) => form.rows.every((row) => row.ai !== usual)) ?? '10';
  const key = 1 + Math.max(-1, ...form.rows.map((row) => row.key));
  return { ...form, rows: [...form.rows, { key, ai, value: '' }] };
}

/** Whether the identifier's value is only a date, `YYMMDD`. */
export function isDate(ai: string): boolean {
  const [part, more] = gs1Identifier(ai)?.parts ?? [];
  return more === undefined && part !== undefined && part.rules.some((r) => r === 'date' || r === 'dateOrMonth');
}

/**
 * `YYYY-MM-DD` of a value; empty for none. The year is the one nearest to the current year (GS1 General Specifications
 * 7.12).
 */
export function dayOfValue(value: string, thisYear: number): string {
  const found = /^(\d\d)(\d\d)(\d\d)$/.exec(value);
  if (found === null) return '';
  const [, yy = '', month = '', day = ''] = found;
  let year = Math.floor(thisYear / 100) * 100 + Number(yy);
  if (year - thisYear > 50) year -= 100;
  else if (thisYear - year > 49) year += 100;
  return `${year}-${month}-${day === '00' ? '01' : day}`;
}

export function valueOfDay(day: string): string {
  return day.replaceAll('-', '').slice(2);
}

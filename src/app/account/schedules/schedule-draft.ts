import { DEFAULT_MIN_GRADE, type Grade } from '#model/symbology/read/grade.ts';
import type { RunFormat, SaveScheduleInput, ScheduleSource, ScheduleTrigger, ShownSchedule } from '#protocol/api.ts';
import { WITHOUT_VALUE, type ColumnFilter } from '#protocol/table-query.ts';
import { cronOf, USUAL_WHEN, whenOf, type When } from './when.ts';

export type SourceType = ScheduleSource['type'];

/** The target of the labels: files of a format, or a printer. */
export type Target =
  | { readonly type: 'format'; readonly format: RunFormat }
  | { readonly type: 'printer'; readonly id: string };

/** A schedule that is being edited. Input for other kinds of rows is kept. */
export interface ScheduleDraft {
  readonly id: string | null;
  readonly name: string;
  readonly template: string | null;
  readonly source: SourceType;
  readonly spreadsheet: string | null;
  /** The address that the rows are fetched from. */
  readonly address: string;
  /** The sheet of the spreadsheet or of the fetched file. */
  readonly sheet: string;
  readonly query: string | null;
  /** Values of the query's parameters; missing ones have their defaults. */
  readonly values: Readonly<Record<string, string>>;
  readonly where: readonly ColumnFilter[];
  readonly target: Target;
  readonly copies: number;
  readonly grade: Grade;
  readonly when: When;
  readonly zone: string;
  readonly trigger: ScheduleTrigger;
  /** Whether to replace its webhook address. */
  readonly newAddress: boolean;
}

export function newDraft(zone: string): ScheduleDraft {
  return {
    id: null,
    name: '',
    template: null,
    source: 'none',
    spreadsheet: null,
    address: '',
    sheet: '',
    query: null,
    values: {},
    where: [],
    target: { type: 'format', format: 'pdf' },
    copies: 1,
    grade: DEFAULT_MIN_GRADE,
    when: USUAL_WHEN,
    zone,
    trigger: 'none',
    newAddress: false,
  };
}

export function draftOf({ schedule, run }: ShownSchedule): ScheduleDraft {
  const { source, format } = run;
  return {
    ...newDraft(schedule.zone),
    id: schedule.id,
    name: schedule.name,
    template: run.template,
    source: source.type,
    ...(source.type === 'spreadsheet' ? { spreadsheet: source.id, sheet: source.sheet } : {}),
    ...(source.type === 'url' ? { address: source.url, sheet: source.sheet } : {}),
    ...(source.type === 'query' ? { query: source.id, values: source.parameters } : {}),
    where: run.where,
    target: format === '' ? { type: 'printer', id: run.printer } : { type: 'format', format },
    copies: run.copies,
    grade: run.minimum_grade,
    when: whenOf(schedule.cron),
    trigger: schedule.trigger,
  };
}

/** The request to the server; null if something is missing. */
export function inputOf(draft: ScheduleDraft): SaveScheduleInput | null {
  const { id, template, copies, target, where, zone, trigger, newAddress } = draft;
  const name = draft.name.trim();
  const cron = cronOf(draft.when);
  const source = sourceOf(draft);
  if (name === '' || template === null || cron === null || source === null) return null;
  if (cron === '' && trigger === 'none') return null;
  if (where.some(({ column }) => column.trim() === '')) return null;
  return {
    ...(id === null ? {} : { id }),
    name,
    cron,
    zone,
    trigger,
    new_address: newAddress,
    run: {
      template,
      source,
      where: where.map(({ column, test, value }) => ({
        column: column.trim(),
        test,
        value: WITHOUT_VALUE.has(test) ? '' : value,
      })),
      format: target.type === 'format' ? target.format : '',
      printer: target.type === 'printer' ? target.id : '',
      copies,
      minimum_grade: draft.grade,
    },
  };
}

function sourceOf({ source, spreadsheet, address, sheet, query, values }: ScheduleDraft): ScheduleSource | null {
  switch (source) {
    case 'none':
    case 'kept':
      return { type: source };
    case 'spreadsheet':
      return spreadsheet === null ? null : { type: source, id: spreadsheet, sheet: sheet.trim() };
    case 'url':
      return address.trim() === '' ? null : { type: source, url: address.trim(), sheet: sheet.trim() };
    case 'query':
      return query === null ? null : { type: source, id: query, parameters: values };
  }
}

/** The places in the dialog that show errors. */
export const FAULT_PLACES = ['name', 'template', 'source', 'where', 'target', 'copies', 'zone', 'cron'] as const;
export type FaultPlace = (typeof FAULT_PLACES)[number];

const PLACES: Readonly<Record<string, FaultPlace>> = {
  name: 'name',
  template: 'template',
  source: 'source',
  spreadsheet: 'source',
  query: 'source',
  url: 'source',
  rows: 'source',
  where: 'where',
  format: 'target',
  printer: 'target',
  dpi: 'target',
  copies: 'copies',
  zone: 'zone',
  cron: 'cron',
};

/** The place in the dialog of a field with the server's name, such as `run.where.0.column`; null if there is none. */
export function placeOf(field: string): FaultPlace | null {
  return PLACES[field.replace(/^run\./, '').split('.', 1)[0] ?? ''] ?? null;
}

import { DEFAULT_MIN_GRADE, type Grade } from '#model/symbology/read/grade.ts';
import type { RunFormat, SaveScheduleInput, ScheduleSource, ScheduleTrigger, ShownSchedule } from '#protocol/api.ts';
import { WITHOUT_VALUE, type ColumnFilter } from '#protocol/table-query.ts';
import { cronOf, USUAL_WHEN, whenOf, type When } from './when.ts';

export type SourceType = ScheduleSource['type'];

/** Where the labels go: files of a format, or a printer. */
export type Target =
  | { readonly type: 'format'; readonly format: RunFormat }
  | { readonly type: 'printer'; readonly id: string };

/** A schedule as it is being told. What another kind of rows needs is kept too. */
export interface ScheduleDraft {
  readonly id: string | null;
  readonly name: string;
  readonly template: string | null;
  readonly source: SourceType;
  readonly spreadsheet: string | null;
  /** From where the rows are fetched. */
  readonly address: string;
  /** Of the spreadsheet, or of what is fetched. */
  readonly sheet: string;
  readonly query: string | null;
  /** Of the query's parameters; those that are not here have their defaults. */
  readonly values: Readonly<Record<string, string>>;
  readonly where: readonly ColumnFilter[];
  readonly target: Target;
  readonly copies: number;
  readonly grade: Grade;
  readonly when: When;
  readonly zone: string;
  readonly trigger: ScheduleTrigger;
  /** Whether the address that it has is to be another one. */
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

/** What is asked of the server; null as long as something is missing. */
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

/** The parts of the dialog at which a fault is told. */
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

/** Where the server's name of a field, such as `run.where.0.column`, stands in the dialog; null for nowhere. */
export function placeOf(field: string): FaultPlace | null {
  return PLACES[field.replace(/^run\./, '').split('.', 1)[0] ?? ''] ?? null;
}

import type { ScheduleRun, ScheduleSource } from '#protocol/api.ts';
import { DEFAULT_MIN_GRADE } from '#model/symbology/read/grade.ts';
import { ROW_WAYS, type RunInput } from '../run-input.ts';

/** The part of a request that a screen shows. */
export function formOf(request: RunInput): ScheduleRun {
  const { template, where = [], format = '', printer = '', copies = 1, minimum_grade: grade } = request;
  return {
    template,
    source: sourceOf(request),
    where: where.map(({ column, test, value = '' }) => ({ column, test, value })),
    format,
    printer,
    copies,
    minimum_grade: grade ?? DEFAULT_MIN_GRADE,
  };
}

function sourceOf(request: RunInput): ScheduleSource {
  const { spreadsheet, query, url, sheet = '' } = request;
  if (spreadsheet !== undefined) return { type: 'spreadsheet', id: spreadsheet, sheet };
  if (query !== undefined) return { type: 'query', id: query.id, parameters: { ...query.parameters } };
  if (url !== undefined) return { type: 'url', url, sheet };
  return ROW_WAYS.some((way) => request[way] !== undefined) ? { type: 'kept' } : { type: 'none' };
}

/**
 * The request of a screen's form. Fields of an earlier request that no screen shows are kept: webhooks, priorities, and
 * what belongs to the template, the rows or the target as long as that is unchanged.
 */
export function requestOf(form: ScheduleRun, old: RunInput | null): RunInput {
  const { template, source, where, format, printer, copies, minimum_grade: grade } = form;
  const before = old ?? { template: '' };
  const isSameTemplate = before.template === template;
  const isSameTarget = (before.format ?? '') === format && (before.printer ?? '') === printer;
  return {
    ...picked(before, ['count', 'copies_column', 'allow_overflow', 'priority']),
    ...(isSameTemplate ? picked(before, ['version', 'texts', 'language']) : {}),
    ...(isSameTarget ? picked(before, ['dpi']) : {}),
    ...rowsOf(source, before),
    template,
    ...(where.length === 0 ? {} : { where }),
    // Only one of the two, which is validated where it is used.
    ...(format === '' ? {} : { format }),
    ...(printer === '' ? {} : { printer }),
    copies,
    minimum_grade: grade,
  };
}

function rowsOf(source: ScheduleSource, old: RunInput): Partial<RunInput> {
  switch (source.type) {
    case 'none':
      return {};
    case 'kept':
      return picked(old, ['rows', 'csv', 'file', 'sheet', 'choose']);
    case 'spreadsheet': {
      const kept = old.spreadsheet === source.id ? picked(old, ['choose']) : {};
      return { ...kept, spreadsheet: source.id, ...(source.sheet === '' ? {} : { sheet: source.sheet }) };
    }
    case 'url': {
      const kept = old.url === source.url ? picked(old, ['choose']) : {};
      return { ...kept, url: source.url, ...(source.sheet === '' ? {} : { sheet: source.sheet }) };
    }
    case 'query': {
      const kept = old.query?.id === source.id ? picked(old, ['choose']) : {};
      return { ...kept, query: { id: source.id, parameters: source.parameters } };
    }
  }
}

function picked<Name extends keyof RunInput>(request: RunInput, names: readonly Name[]): Partial<Pick<RunInput, Name>> {
  return Object.fromEntries(
    names.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]])),
  ) as Partial<Pick<RunInput, Name>>;
}

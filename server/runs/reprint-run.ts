import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { rowsOfText } from '#model/data/row-choice.ts';
import { rowSetOfRanges, type RowSet } from '#model/data/row-set.ts';
import type { LabelRunRow, User } from '../core/database/tables.ts';
import { apiError } from '../core/api-error.ts';
import { runFilesOf } from './run-files.ts';
import type { RunLimits, KeptRunSettings } from './run-settings.ts';
import { reportOf } from './run-results.ts';
import { addRun, sameRun, type AskedOrder, type Started, type UsedFile, type AddRunServices } from './start-run.ts';
import type { CoreServices } from '../core/services.ts';

/** The labels to reprint, as `3-5, 9`, counted from 1 as in the report; or those of such pages. Null for all. */
export interface AskedLabels {
  readonly labels: string | null;
  readonly pages: string | readonly number[] | null;
}

type Places = readonly (readonly [number, number])[];

/**
 * Starts a run that reprints labels of another one, from its frozen rows and with its serial numbers. Rejected labels
 * are on no page; requested by their numbers they are rejected again.
 */
export async function reprintRun(
  services: AddRunServices,
  user: User,
  first: LabelRunRow,
  what: AskedLabels,
  asked: AskedOrder,
  limits: RunLimits,
): Promise<Result<Started, Problem>> {
  const before = await sameRun(services, user.id, asked);
  if (before !== null) return ok(before);
  if (first.state !== 'done') return ok(err(apiError('changedMeanwhile', 'run.notDone')));
  const labels = await placesOf(services, first, what);
  if (!labels.ok) return labels;
  const { db } = services;
  const used: UsedFile[] = [];
  for (const [from, role] of [
    ['template', 'firstTemplate'],
    ['rows', 'firstRows'],
    ['font', 'font'],
    ['pictures', 'pictures'],
  ] as const) {
    used.push(...(await runFilesOf(db, first.id, from)).map(({ key, place }) => ({ key, role, place })));
  }
  const settings: KeptRunSettings = {
    ...(JSON.parse(first.settings) as KeptRunSettings),
    again: { labels: labels.value },
  };
  const { template_id, template_name, template_revision } = first;
  const printed = { template_id, template_name, template_revision, reprint_of: first.id, settings };
  return ok(await addRun(services, user, asked, printed, { source: null, pictures: null, used }, limits));
}

async function placesOf(
  services: Pick<CoreServices, 'db' | 'blobs'>,
  first: LabelRunRow,
  { labels, pages }: AskedLabels,
): Promise<Result<Places, Problem>> {
  if (labels !== null) return chosenOf(labels, first.total, 'labels');
  if (pages === null) return ok([[0, first.total - 1]]);
  const chosen = typeof pages === 'string' ? chosenOf(pages, first.pages, 'pages') : placesOfPages(pages, first.pages);
  if (!chosen.ok) return chosen;
  let at = 0;
  /** Pages and ranges are both in order: each is visited once. */
  const isWanted = (page: number): boolean => {
    while ((chosen.value[at]?.[1] ?? Infinity) + 1 < page) at++;
    return (chosen.value[at]?.[0] ?? Infinity) < page;
  };
  const places: [number, number][] = [];
  let place = -1;
  for await (const some of reportOf(services, first)) {
    for (const { page } of some) {
      place++;
      if (page === null || !isWanted(page)) continue;
      const last = places.at(-1);
      if (last?.[1] === place - 1) last[1] = place;
      else places.push([place, place]);
    }
  }
  return ok(places);
}

/** Pages as ranges of places from 0; the given pages are in order and counted from 1. */
function placesOfPages(pages: readonly number[], count: number): Result<Places, Problem> {
  if ((pages.at(-1) ?? 0) > count) return err(problem('print.badRows', { first: 1, last: count }, 'pages'));
  return ok(rangesOf(rowSetOfRanges(pages.map((page) => [page - 1, page] as const))));
}

/** The pages of a text such as `3-5, 9`, up to `count`. */
export function chosenPages(text: string, count: number): Result<readonly number[], Problem> {
  const chosen = chosenOf(text, count, 'pages');
  if (!chosen.ok) return chosen;
  return ok(chosen.value.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i + 1)));
}

/** Ranges counted from 0, including the last. */
function chosenOf(text: string, count: number, field: string): Result<Places, Problem> {
  if (count === 0) return err(problem('print.noRows', {}, field));
  const chosen = rowsOfText(text, { count, numbering: { firstRow: 1, gaps: [] } });
  return chosen.ok ? ok(rangesOf(chosen.value)) : err({ ...chosen.error, path: field });
}

function rangesOf({ starts, ends }: RowSet): Places {
  return Array.from(starts, (start, i) => [start, (ends[i] ?? 0) - 1] as const);
}

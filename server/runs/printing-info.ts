import type { Problem } from '#model/kernel/problem.ts';
import type { Language } from '#protocol/api.ts';
import type { LabelRunRow } from '../core/database/tables.ts';
import { problemText } from '../core/messages.ts';
import type { KeptRunSettings } from './run-settings.ts';
import { isOpen } from './runs.ts';
import type { CoreServices } from '../core/services.ts';

/**
 * The state of a run's pages and of its printer. `waiting`: pages are being rendered, or no assistant with the printer
 * is connected. `uncertain`: pages were sent to an assistant that disconnected before it answered, and no other
 * assistant gets them.
 */
export const PRINTING_STATES = ['waiting', 'printing', 'uncertain', 'ended'] as const;
type PrintingState = (typeof PRINTING_STATES)[number];

export interface PrintingInfo {
  readonly id: string;
  readonly name: string;
  readonly state: PrintingState;
  readonly printed: number;
  readonly in_doubt: number;
  readonly problem: { readonly code: string; readonly detail: string } | null;
}

/** Printing state of a run for a printer; null for one that makes files. */
export async function printingInfo(
  { db, now }: Pick<CoreServices, 'db' | 'now'>,
  run: LabelRunRow,
  language: Language,
): Promise<PrintingInfo | null> {
  const { printer } = JSON.parse(run.settings) as KeptRunSettings;
  if (printer === undefined) return null;
  const job = await db.selectFrom('print_job').selectAll().where('run_id', '=', run.id).executeTakeFirst();
  const pages = await db
    .selectFrom('print_page')
    .leftJoin('assistant', 'assistant.id', 'print_page.assistant_id')
    .select((eb) => [
      'print_page.state as state',
      'assistant.connected_until as until',
      eb.fn.countAll<number>().as('count'),
    ])
    .where('print_page.run_id', '=', run.id)
    .groupBy(['print_page.state', 'assistant.connected_until'])
    .execute();
  const time = now();
  const online = await db
    .selectFrom('assistant_printer')
    .innerJoin('assistant', 'assistant.id', 'assistant_printer.assistant_id')
    .select('assistant.id')
    .where('assistant_printer.printer_id', '=', printer.id)
    .where('assistant.connected_until', '>', time)
    .limit(1)
    .executeTakeFirst();
  const isLeft = pages.some(({ state, until }) => state === 'given' && Number(until ?? 0) <= time);
  const inDoubt = pages.reduce((sum, { state, count }) => sum + (state === 'doubt' ? Number(count) : 0), 0);
  const state = ((): PrintingState => {
    if (!isOpen(run)) return 'ended';
    if (isLeft) return 'uncertain';
    return job === undefined || online === undefined ? 'waiting' : 'printing';
  })();
  const trouble = job?.problem ?? null;
  const why = trouble === null ? null : (JSON.parse(trouble) as Problem);
  return {
    id: printer.id,
    name: printer.name,
    state,
    printed: job?.printed ?? 0,
    in_doubt: inDoubt,
    problem: why === null ? null : { code: why.code, detail: problemText(language, why) },
  };
}

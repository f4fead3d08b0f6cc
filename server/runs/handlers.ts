import { err, ok } from '#model/kernel/result.ts';
import {
  MOST_REFUSED_LABELS,
  RUN_ORIGINS,
  type Language,
  type RunSteering,
  type ServerRun,
  type ServerRunCalls,
} from '#protocol/api.ts';
import { pagesInDoubt } from './printing/doubts.ts';
import { decideDoubts } from './printing/decide-doubts.ts';
import { printingInfo } from './printing-info.ts';
import { hasPages, labelsOf } from './sent-files.ts';
import type { LabelRunRow } from '../core/database/tables.ts';
import type { Handlers } from '../http/call.ts';
import { apiError } from '../core/api-error.ts';
import { problemText } from '../core/messages.ts';
import { cancelRun, findOwnRun, isOpen, pauseRun, problemOf, resumeRun } from './runs.ts';
import { dismissRun, shownRuns } from './dismissed-runs.ts';
import type { CoreServices } from '../core/services.ts';
import type { AddRunServices } from './start-run.ts';
import { isoOf } from '../core/iso-time.ts';

const STEERED: Readonly<
  Record<RunSteering, (services: Pick<CoreServices, 'db' | 'queue' | 'now'>, run: LabelRunRow) => Promise<boolean>>
> = {
  pause: pauseRun,
  resume: resumeRun,
  cancel: cancelRun,
};

/** Handlers for the owner's view and control of runs of programs and schedules. */
export const serverRunHandlers: Pick<Handlers<AddRunServices>, keyof ServerRunCalls> = {
  async serverRunList(context) {
    const { runs, count } = await shownRuns(context.db, context.user.id, context.time);
    return ok({ list: await Promise.all(runs.map((run) => infoOf(context, run, context.language))), count });
  },
  async steerServerRun(context, { id, action }) {
    const run = await findOwnRun(context, context.user.id, id);
    if (!run.ok) return run;
    await STEERED[action](context, run.value);
    const after = await findOwnRun(context, context.user.id, id);
    return after.ok ? ok(await infoOf(context, after.value, context.language)) : after;
  },
  async putAwayServerRun(context, { id }) {
    const run = await findOwnRun(context, context.user.id, id);
    if (!run.ok) return run;
    await dismissRun(context.db, run.value, context.time);
    return ok(null);
  },
  async serverRunReport(context, { id }) {
    const found = await findOwnRun(context, context.user.id, id);
    if (!found.ok) return found;
    const run = found.value;
    if (isOpen(run)) return err(apiError('changedMeanwhile', 'run.notDone'));
    const labels: { row: number; field: string; detail: string }[] = [];
    for await (const some of labelsOf(context, run, context.language)) {
      for (const { row, errors } of some) {
        for (const { field, detail } of errors) labels.push({ row, field, detail });
      }
      if (labels.length >= MOST_REFUSED_LABELS) break;
    }
    const shown = labels.slice(0, MOST_REFUSED_LABELS);
    return ok({ run: await infoOf(context, run, context.language), labels: shown, has_pages: hasPages(run) });
  },
  async serverRunDoubts({ db, user, time, ...context }, { id }) {
    const run = await findOwnRun({ ...context, db }, user.id, id);
    return run.ok ? ok({ list: await pagesInDoubt(db, id, time) }) : run;
  },
  async decideServerRun(context, { id, decision, pages }) {
    const { user, language } = context;
    const run = await findOwnRun(context, user.id, id);
    if (!run.ok) return run;
    const decided = await decideDoubts(context, user, run.value, decision, pages ?? null);
    if (!decided.ok) return err(decided.error);
    const after = await findOwnRun(context, user.id, id);
    return after.ok ? ok(await infoOf(context, after.value, language)) : after;
  },
};

async function infoOf(
  services: Pick<CoreServices, 'db' | 'now'>,
  run: LabelRunRow,
  language: Language,
): Promise<ServerRun> {
  const printing = await printingInfo(services, run, language);
  const hasDoubt = printing !== null && (printing.in_doubt > 0 || printing.state === 'uncertain');
  const inDoubt = hasDoubt ? (await pagesInDoubt(services.db, run.id, services.now())).length : 0;
  const why = problemOf(run);
  return {
    id: run.id,
    name: run.template_name,
    origin: originOf(run),
    state: (run.paused_at !== null && isOpen(run) ? 'paused' : run.state) as ServerRun['state'],
    labels: run.total,
    verified: run.verified,
    refused: run.refused,
    pages: run.pages,
    format: run.format,
    printer: printing?.name ?? '',
    printing: printing?.state ?? '',
    printed: printing?.printed ?? 0,
    in_doubt: inDoubt,
    render_seconds: Number(run.render_ms) / 1000,
    bytes: Number(run.bytes),
    problem: why === null ? (printing?.problem?.detail ?? '') : problemText(language, why),
    add_time: isoOf(run.created_at),
    end_time: isoOf(run.finished_at),
  };
}

/** A schedule's cause is in the idempotency key; see `fireSchedule`. */
function originOf({ token_id: token, idempotency_key: key }: LabelRunRow): ServerRun['origin'] {
  const cause = token === null ? /^schedule \S+ (\w+) /.exec(key ?? '')?.[1] : undefined;
  return RUN_ORIGINS.find((origin) => origin === cause) ?? 'program';
}

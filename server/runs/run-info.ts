import type { Language } from '#protocol/api.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { RunAttemptTable } from '../core/database/run-rows.ts';
import type { LabelRunRow } from '../core/database/tables.ts';
import { printingInfo } from './printing-info.ts';
import { problemText } from '../core/messages.ts';
import { isOpen, problemOf } from './runs.ts';
import type { CoreServices } from '../core/services.ts';
import { isoOf } from '../core/iso-time.ts';

/** A run as programs see it. */
export async function runInfo(
  services: Pick<CoreServices, 'db' | 'now'>,
  run: LabelRunRow,
  language: Language,
): Promise<object> {
  const why = problemOf(run);
  return {
    id: run.id,
    state: run.paused_at !== null && isOpen(run) ? 'paused' : run.state,
    template: run.template_id,
    version: run.template_revision,
    format: run.format,
    labels: run.total,
    verified: run.verified,
    refused: run.refused,
    done: run.verified + run.refused,
    pages: run.pages,
    printer: await printingInfo(services, run, language),
    bytes: Number(run.bytes),
    render_seconds: Number(run.render_ms) / 1000,
    priority: run.priority,
    reprint_of: run.reprint_of,
    webhook: run.webhook_state,
    problem: why === null ? null : { code: why.code, detail: problemText(language, why), field: why.path ?? null },
    created: iso(run.created_at),
    finished: run.finished_at === null ? null : iso(run.finished_at),
  };
}

/** An attempt of a worker at a step of a run, as programs see it. Labels are counted from 1. */
export function attemptInfo(one: RunAttemptTable, language: Language): object {
  const why = one.why === null ? null : (JSON.parse(one.why) as Problem);
  return {
    step: one.step,
    round: one.generation + 1,
    first_label: one.step === 'chunk' ? one.first_label + 1 : null,
    attempt: one.attempt,
    worker: one.worker === '' ? null : one.worker,
    started: iso(one.started_at),
    ended: one.ended_at === null ? null : iso(one.ended_at),
    outcome: one.outcome,
    why: why === null ? null : { code: why.code, detail: problemText(language, why) },
  };
}

function iso(time: number): string {
  return isoOf(time);
}

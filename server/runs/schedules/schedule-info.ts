import type { Language } from '#protocol/api.ts';
import type { ScheduleFiringRow, ScheduleRow } from '../../core/database/tables.ts';
import { faultText } from './firings.ts';
import { triggerKindOf } from './schedules.ts';
import type { RunInput } from '../run-input.ts';
import { isoOf } from '../../core/iso-time.ts';

const iso = (time: number): string => isoOf(time);

/** A schedule as programs see it, without its secrets. */
export function scheduleInfo(
  schedule: ScheduleRow,
  last: ScheduleFiringRow | null,
  language: Language,
): { readonly id: string } & Readonly<Record<string, unknown>> {
  const { template, format = null, printer = null } = JSON.parse(schedule.request) as RunInput;
  return {
    id: schedule.id,
    name: schedule.name,
    state: schedule.state,
    template,
    format,
    printer,
    cron: schedule.cron,
    zone: schedule.zone,
    next: schedule.next_at === null ? null : iso(schedule.retry_at ?? schedule.next_at),
    retry: schedule.retry_at !== null,
    trigger: triggerKindOf(schedule),
    failures: schedule.failures,
    last: last === null ? null : firingInfo(last, language),
    created: iso(schedule.created_at),
  };
}

export function firingInfo(firing: ScheduleFiringRow, language: Language): object {
  return {
    cause: firing.cause.split(' ', 1)[0],
    due: iso(firing.due_at),
    fired: iso(firing.fired_at),
    missed: firing.missed,
    tries: firing.tries,
    run: firing.run_id,
    outcome: firing.outcome,
    problem: firing.problem === null ? null : faultText(language, firing.problem),
  };
}

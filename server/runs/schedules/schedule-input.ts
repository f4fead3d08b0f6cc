import { Type } from 'typebox';
import type { Shape } from '#protocol/api/call.ts';
import { runInput, runRows, type RunInput } from '../run-input.ts';
import { nameString } from '#protocol/shown-text.ts';

const TRIGGERS = ['none', 'open', 'signed'] as const;
const strict = { additionalProperties: false };
const name = nameString({ minLength: 1, maxLength: 100, pattern: '\\S' });
/** Five fields: minute, hour, day of the month, month, day of the week. */
const cron = Type.Union([Type.String({ minLength: 9, maxLength: 200 }), Type.Null()]);
const zone = Type.String({ minLength: 1, maxLength: 64 });
const trigger = Type.Enum([...TRIGGERS]);

export interface ScheduleInput {
  readonly name: string;
  /** Null or absent for one that is only triggered. */
  readonly cron?: string | null;
  /** Time zone of the times and of dates on labels; UTC when absent. */
  readonly zone?: string;
  /** `signed` accepts only messages that are signed as Standard Webhooks specifies. */
  readonly trigger?: (typeof TRIGGERS)[number];
  /** Like a run that is started at once. */
  readonly run: RunInput;
}

export const scheduleInput: Shape<ScheduleInput> = Type.Unsafe<ScheduleInput>(
  Type.Object(
    {
      name,
      cron: Type.Optional(cron),
      zone: Type.Optional(zone),
      trigger: Type.Optional(trigger),
      run: Type.Unsafe<RunInput>(runInput),
    },
    strict,
  ),
);

/** Absent fields stay unchanged. */
export const scheduleChange: Shape<Partial<ScheduleInput>> = Type.Unsafe<Partial<ScheduleInput>>(
  Type.Object(
    {
      name: Type.Optional(name),
      cron: Type.Optional(cron),
      zone: Type.Optional(zone),
      trigger: Type.Optional(trigger),
      run: Type.Optional(Type.Unsafe<RunInput>(runInput)),
    },
    strict,
  ),
);

/** Rows of a trigger, in place of the schedule's own. */
export const triggerInput: Shape<Pick<RunInput, 'rows'>> = Type.Unsafe<Pick<RunInput, 'rows'>>(
  Type.Object({ rows: Type.Optional(runRows) }, strict),
);

import { Type } from 'typebox';
import { GRADES } from '#model/symbology/read/grade.ts';
import { MAX_COPIES } from '../assistant.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../export.ts';
import type { Message } from '../message.ts';
import { PRINTER_LANGUAGES, type PrinterLanguageName } from '../printer-settings.ts';
import { FILTER_TESTS } from '../table-query.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';
import { MAX_QUERY_PARAMETERS } from './data-connections.ts';
import { MAX_ADDRESS_LENGTH } from './net.ts';
import { nameString } from '../shown-text.ts';

export const SCHEDULE_STATES = ['on', 'paused', 'stopped'] as const;
export const FIRING_OUTCOMES = ['started', 'done', 'cancelled', 'failed'] as const;
/** The trigger of a schedule: any request to its address, signed messages only, or none. */
export const SCHEDULE_TRIGGERS = ['none', 'open', 'signed'] as const;
export type ScheduleTrigger = (typeof SCHEDULE_TRIGGERS)[number];
export const SCHEDULE_NAME_MAX_LENGTH = 100;
/** The least interval of a schedule, in minutes. */
export const MIN_SCHEDULE_MINUTES = 5;
export const MAX_CONDITIONS = 50;
/** The file formats of a run without a browser. */
export type RunFormat = ExportFormat | PrinterLanguageName;
export const RUN_FORMATS: readonly RunFormat[] = [...EXPORT_FORMATS, ...PRINTER_LANGUAGES];

const scheduleSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** A stopped one has failed too often in a row. */
  state: Type.Enum(SCHEDULE_STATES),
  /** Five cron fields; empty for one that is only triggered. */
  cron: Type.String(),
  /** The time zone, such as `Europe/Madrid`. */
  zone: Type.String(),
  /** ISO 8601, UTC; empty for none. */
  next_time: Type.String(),
  /** Whether `next_time` is a retry of a failed time. */
  retrying: Type.Boolean(),
  /** Whether it has an address that starts it. */
  triggered: Type.Boolean(),
  trigger: Type.Enum(SCHEDULE_TRIGGERS),
  /** The template's name; empty for a deleted one. */
  template: Type.String(),
  /** Of the files that it makes; empty for one that prints. */
  format: Type.String(),
  /** The name of its printer; empty for a deleted one, and if files are made. */
  printer: Type.String(),
  /** When it was last started; empty for never. ISO 8601, UTC. */
  last_time: Type.String(),
  last_outcome: Type.Union([Type.Enum(FIRING_OUTCOMES), Type.Literal('')]),
  /** Why it failed, in the user's language; empty if it succeeded. */
  last_problem: Type.String(),
  /** How many more of its times had passed by then. */
  missed: Type.Integer(),
  /** The number of attempts of the last one; 0 for never started. */
  tries: Type.Integer(),
});
export type ScheduleInfo = Message<typeof scheduleSchema>;

const listInput = Type.Object({ user_id: userId });
const listAnswer = Type.Object({ list: Type.Array(scheduleSchema), count: Type.Integer() });

/** The user's schedules, newest first, made on a screen or by a program. */
export const scheduleList: Call<Message<typeof listInput>, Message<typeof listAnswer>, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getScheduleList',
  shape(listInput),
  shape(listAnswer),
);

const id = Type.String({ minLength: 1, maxLength: 64 });
const stateInput = Type.Object({ id, paused: Type.Boolean(), user_id: userId });

/** Pauses a schedule, or resumes it with its next time. */
export const setSchedulePaused: Call<Message<typeof stateInput>, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/setSchedulePaused',
  shape(stateInput),
  nothing,
);

const scheduleInput = Type.Object({ id, user_id: userId });

const anyText = Type.String({ maxLength: 20_000 });
const sourceSchema = Type.Union([
  Type.Object({ type: Type.Literal('none') }),
  /** A spreadsheet of the cloud data; the first sheet if none is named. */
  Type.Object({ type: Type.Literal('spreadsheet'), id, sheet: Type.String({ maxLength: 100 }) }),
  Type.Object({
    type: Type.Literal('query'),
    id,
    /** By name; those that are left out have their defaults. */
    parameters: Type.Record(Type.String({ maxLength: 500 }), anyText, { maxProperties: MAX_QUERY_PARAMETERS }),
  }),
  /** Fetched from there each time: a spreadsheet, CSV or JSON. */
  Type.Object({
    type: Type.Literal('url'),
    url: Type.String({ minLength: 1, maxLength: MAX_ADDRESS_LENGTH }),
    sheet: Type.String({ maxLength: 100 }),
  }),
  /** Data from a program, which no screen shows: rows or a file. It doesn't change. */
  Type.Object({ type: Type.Literal('kept') }),
]);
export type ScheduleSource = Message<typeof sourceSchema>;

const conditionSchema = Type.Object({
  column: Type.String({ minLength: 1, maxLength: 500 }),
  test: Type.Enum([...FILTER_TESTS]),
  value: Type.String({ maxLength: 1000 }),
});

const runSchema = Type.Object({
  template: id,
  source: sourceSchema,
  /** A row must pass all of them. */
  where: Type.Array(conditionSchema, { maxItems: MAX_CONDITIONS }),
  /** One of the two is empty. */
  format: Type.Union([Type.Enum([...RUN_FORMATS]), Type.Literal('')]),
  printer: Type.String({ maxLength: 64 }),
  copies: Type.Integer({ minimum: 1, maximum: MAX_COPIES }),
  minimum_grade: Type.Enum([...GRADES]),
});
export type ScheduleRun = Message<typeof runSchema>;

const shownAnswer = Type.Object({ schedule: scheduleSchema, run: runSchema });
export type ShownSchedule = Message<typeof shownAnswer>;

/** A schedule with the displayed part of its runs' request. */
export const getSchedule: Call<Message<typeof scheduleInput>, ShownSchedule, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getSchedule',
  shape(scheduleInput),
  shape(shownAnswer),
);

const cron = Type.String({ maxLength: 200 });
const zone = Type.String({ minLength: 1, maxLength: 64 });

const saveInput = Type.Object({
  /** An existing one; left out for a new one. Settings of a program that no screen shows are kept. */
  id: Type.Optional(id),
  name: nameString({ minLength: 1, maxLength: SCHEDULE_NAME_MAX_LENGTH, pattern: '\\S' }),
  /** Empty for one that is only triggered. */
  cron,
  zone,
  trigger: Type.Enum(SCHEDULE_TRIGGERS),
  /** Revokes its address, and creates another one. */
  new_address: Type.Boolean(),
  run: runSchema,
  user_id: userId,
});
export type SaveScheduleInput = Message<typeof saveInput>;
const saveAnswer = Type.Object({
  id: Type.String(),
  /** The path of a new address, and the signing key of its messages; empty if there is none. Returned only once. */
  trigger_path: Type.String(),
  signing_key: Type.String(),
});
export type SavedSchedule = Message<typeof saveAnswer>;

/** Makes a schedule, or changes one. */
export const saveSchedule: Call<SaveScheduleInput, SavedSchedule, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/saveSchedule',
  shape(saveInput),
  shape(saveAnswer),
);

const timesInput = Type.Object({ cron, zone, user_id: userId });
const timesAnswer = Type.Object({
  /** ISO 8601, UTC, earliest first. */
  times: Type.Array(Type.String()),
});

/** The next start times of a schedule with these fields. */
export const scheduleTimes: Call<Message<typeof timesInput>, Message<typeof timesAnswer>, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getScheduleTimes',
  shape(timesInput),
  shape(timesAnswer),
);

/** Deletes a schedule; the runs that it has started stay. */
export const delSchedule: Call<Message<typeof scheduleInput>, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delSchedule',
  shape(scheduleInput),
  nothing,
);

const runAnswer = Type.Object({ run: Type.String() });

/** Starts the run of a schedule now, even of a paused one. */
export const runSchedule: Call<Message<typeof scheduleInput>, Message<typeof runAnswer>, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/runSchedule',
  shape(scheduleInput),
  shape(runAnswer),
);

export interface ScheduleCalls {
  readonly scheduleList: typeof scheduleList;
  readonly getSchedule: typeof getSchedule;
  readonly scheduleTimes: typeof scheduleTimes;
  readonly saveSchedule: typeof saveSchedule;
  readonly setSchedulePaused: typeof setSchedulePaused;
  readonly delSchedule: typeof delSchedule;
  readonly runSchedule: typeof runSchedule;
}

export const SCHEDULE_CALLS: ScheduleCalls = {
  scheduleList,
  getSchedule,
  scheduleTimes,
  saveSchedule,
  setSchedulePaused,
  delSchedule,
  runSchedule,
};

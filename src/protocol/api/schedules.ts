import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';

export const SCHEDULE_STATES = ['on', 'paused', 'stopped'] as const;
export const FIRING_OUTCOMES = ['started', 'done', 'cancelled', 'failed'] as const;

const scheduleSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Stopped is one that has failed too often in a row. */
  state: Type.Enum(SCHEDULE_STATES),
  /** Five fields as cron has them; empty for one that is only triggered. */
  cron: Type.String(),
  /** Of the times: as `Europe/Madrid`. */
  zone: Type.String(),
  /** ISO 8601, UTC; empty for none. */
  next_time: Type.String(),
  /** Whether it has an address that starts it. */
  triggered: Type.Boolean(),
  /** The template's name; empty for one that is gone. */
  template: Type.String(),
  format: Type.String(),
  /** When it was last started; empty for never. ISO 8601, UTC. */
  last_time: Type.String(),
  last_outcome: Type.Union([Type.Enum(FIRING_OUTCOMES), Type.Literal('')]),
  /** Why nothing came of it, in the user's language; empty where something did. */
  last_problem: Type.String(),
  /** How many more of its times had passed by then. */
  missed: Type.Integer(),
});
export type ScheduleInfo = Message<typeof scheduleSchema>;

const listInput = Type.Object({ user_id: userId });
const listAnswer = Type.Object({ list: Type.Array(scheduleSchema), count: Type.Integer() });

/** The user's schedules, the newest first. Programs make them, with a token. */
export const scheduleList: Call<Message<typeof listInput>, Message<typeof listAnswer>, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getScheduleList',
  shape(listInput),
  shape(listAnswer),
);

const id = Type.String({ minLength: 1, maxLength: 64 });
const stateInput = Type.Object({ id, paused: Type.Boolean(), user_id: userId });

/** Pauses a schedule, or lets it go on, with its next time. */
export const setSchedulePaused: Call<Message<typeof stateInput>, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/setSchedulePaused',
  shape(stateInput),
  nothing,
);

const scheduleInput = Type.Object({ id, user_id: userId });

/** Deletes a schedule; the runs that it has started stay. */
export const delSchedule: Call<Message<typeof scheduleInput>, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delSchedule',
  shape(scheduleInput),
  nothing,
);

const runAnswer = Type.Object({ run: Type.String() });

/** Starts the run of a schedule now, also of one that is paused. */
export const runSchedule: Call<Message<typeof scheduleInput>, Message<typeof runAnswer>, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/runSchedule',
  shape(scheduleInput),
  shape(runAnswer),
);

export interface ScheduleCalls {
  readonly scheduleList: typeof scheduleList;
  readonly setSchedulePaused: typeof setSchedulePaused;
  readonly delSchedule: typeof delSchedule;
  readonly runSchedule: typeof runSchedule;
}

export const SCHEDULE_CALLS: ScheduleCalls = { scheduleList, setSchedulePaused, delSchedule, runSchedule };

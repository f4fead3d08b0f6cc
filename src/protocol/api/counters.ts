import { Type } from 'typebox';
import { MAX_SEQUENCE_STEP, SEQUENCE_TYPES } from '#model/elements/base/content.ts';
import type { Message } from '../message.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';
import { id, type TemplateIdInput } from './templates.ts';

/** Most values taken at a time. */
export const MAX_BLOCK_VALUES = 10_000_000;
/** The longest value of a counter, in UTF-16 units. */
export const MAX_COUNTER_VALUE_LENGTH = 200;

const counter = Type.String({ pattern: '^[A-Za-z0-9]{8}$' });
/** The characters that the counter counts in (`SequenceType` of the model). */
const kind = Type.Enum(SEQUENCE_TYPES);
const value = Type.String({ minLength: 1, maxLength: MAX_COUNTER_VALUE_LENGTH });
const step = Type.Integer({ minimum: -MAX_SEQUENCE_STEP, maximum: MAX_SEQUENCE_STEP });

const counterSchema = Type.Object({
  counter,
  kind,
  step,
  /** The value of the next label; empty when the counter has reached its end. */
  next: Type.String({ maxLength: MAX_COUNTER_VALUE_LENGTH }),
});
const counterListAnswer = Type.Object({ list: Type.Array(counterSchema), count: Type.Integer() });
export type CounterList = Message<typeof counterListAnswer>;

/** The counters of a template that were used or set before. */
export const counterList: Call<TemplateIdInput, CounterList, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getTemplateCounters',
  shape(Type.Object({ id, user_id: userId })),
  shape(counterListAnswer),
);

/** A run's block of values. `initial` is the start of a counter that was never used. */
const takeCounterInput = Type.Object({
  id,
  counter,
  kind,
  step,
  initial: value,
  count: Type.Integer({ minimum: 1, maximum: MAX_BLOCK_VALUES }),
  user_id: userId,
});
export type TakeCounterInput = Message<typeof takeCounterInput>;
const takeCounterAnswer = Type.Object({ first: value });
export type CounterBlock = Message<typeof takeCounterAnswer>;

/**
 * Reserves the next `count` values permanently: they are never given again, used or not. The answer is sent when this
 * is durably stored.
 */
export const takeCounter: Call<TakeCounterInput, CounterBlock, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/takeTemplateCounter',
  shape(takeCounterInput),
  shape(takeCounterAnswer),
);

const setCounterInput = Type.Object({ id, counter, kind, step, next: value, user_id: userId });
export type SetCounterInput = Message<typeof setCounterInput>;

/** Sets the value of the next label, even to one that was printed before: the user decides. */
export const setCounter: Call<SetCounterInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/setTemplateCounter',
  shape(setCounterInput),
  nothing,
);

export interface CounterCalls {
  readonly counterList: typeof counterList;
  readonly takeCounter: typeof takeCounter;
  readonly setCounter: typeof setCounter;
}

export const COUNTER_CALLS: CounterCalls = {
  counterList,
  takeCounter,
  setCounter,
};

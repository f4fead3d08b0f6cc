import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';

const printerSchema = Type.Object({
  id: Type.String(),
  /** The name that this assistant uses for it. */
  name: Type.String(),
  /** As `PrinterState`; `offline` if no assistant that has it is connected. */
  state: Type.Enum(['idle', 'processing', 'stopped', 'unreachable', 'offline']),
  /** Runs that wait for it or are being printed. */
  runs: Type.Integer(),
});

const assistantSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  online: Type.Boolean(),
  /** ISO 8601, UTC. */
  add_time: Type.String(),
  /** When it was last connected; empty for never. */
  seen_time: Type.String(),
  printers: Type.Array(printerSchema),
});
export type BoundAssistantInfo = Message<typeof assistantSchema>;

const listInput = Type.Object({ user_id: userId });
const listAnswer = Type.Object({ list: Type.Array(assistantSchema), count: Type.Integer() });

/** The print assistants that are bound to the account, newest first. */
export const assistantList: Call<Message<typeof listInput>, Message<typeof listAnswer>, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getAssistantList',
  shape(listInput),
  shape(listAnswer),
);

const codeInput = Type.Object({
  /** The user's password: a hijacked session must not be able to print the user's pages elsewhere. */
  confirmation: Type.String({ maxLength: 1000 }),
  user_id: userId,
});
const codeAnswer = Type.Object({
  /** Shown only once. */
  code: Type.String(),
  /** ISO 8601, UTC. */
  end_time: Type.String(),
});
export type AssistantCode = Message<typeof codeAnswer>;

/** Makes a code with which one assistant is bound to the account. Earlier codes expire. */
export const addAssistantCode: Call<Message<typeof codeInput>, AssistantCode, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addAssistantCode',
  shape(codeInput),
  shape(codeAnswer),
);

const delInput = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }), user_id: userId });
/** Unbinds an assistant: its token is revoked. Its unanswered pages are unconfirmed from then on. */
export const delAssistant: Call<Message<typeof delInput>, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delAssistant',
  shape(delInput),
  nothing,
);

export interface AssistantCalls {
  readonly assistantList: typeof assistantList;
  readonly addAssistantCode: typeof addAssistantCode;
  readonly delAssistant: typeof delAssistant;
}

export const ASSISTANT_CALLS: AssistantCalls = { assistantList, addAssistantCode, delAssistant };

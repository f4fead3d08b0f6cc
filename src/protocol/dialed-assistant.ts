import { Type } from 'typebox';
import type { Message } from './message.ts';
import { nameString } from './shown-text.ts';

/*
 * Print assistants that dial out. One is bound by a code that its user makes in the personal centre: it sends the code once
 * and is given a token, with which it keeps a websocket to the server, and unbinds itself. On that connection the server is the client of the
 * assistant's protocol (`assistant.ts`): it asks, and the assistant answers.
 */

export const BIND_PATH = '/assistants/bind';
export const UNBIND_PATH = '/assistants/unbind';
export const DIAL_PATH = '/assistants/dial';

/** How long a code holds. */
export const BIND_CODE_MS: number = 10 * 60 * 1000;
/** 60 bits: too many to be guessed, so that tries need no count over all addresses, with which a stranger could hold up all. */
export const BIND_CODE_LENGTH = 12;
export const ASSISTANT_NAME_MAX_LENGTH = 60;
/** Begins every token of an assistant. */
export const ASSISTANT_TOKEN_PREFIX = 'lwa_';
/** The server asks so often whether the assistant is still there; who hears nothing for `SILENCE_MS` ends the connection. */
export const PING_MS = 5_000;
export const SILENCE_MS = 20_000;
/** The connection is closed with this where the server does not know the assistant any more. */
export const UNBOUND_CODE = 4001;

/** The code as it is kept, from however it was typed; null for what is none. */
export function readBindCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  return new RegExp(`^[a-z2-9]{${BIND_CODE_LENGTH}}$`).test(code) ? code : null;
}

/** The code as people read it: `abcd-efgh-jkmn`. */
export function bindCodeText(code: string): string {
  return code.replaceAll(/.{4}(?=.)/g, '$&-');
}

export const bindInput = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 40 }),
    /** What the user will know the assistant by: the name of its machine. */
    name: nameString({ minLength: 1, maxLength: ASSISTANT_NAME_MAX_LENGTH }),
  },
  { additionalProperties: false },
);

export const bindAnswer = Type.Object({
  id: Type.String(),
  token: Type.String({ minLength: 20, maxLength: 200 }),
  /** What the account is called, for the assistant's own page. */
  account: Type.Optional(Type.String({ maxLength: 1000 })),
});
export type BindAnswer = Message<typeof bindAnswer>;

import { Type } from 'typebox';
import type { Message } from './message.ts';
import { nameString } from './shown-text.ts';

/*
 * Print assistants that dial out. One is bound with a code that its user makes in the account: it sends the code once
 * and gets a token, with which it keeps a websocket to the server, and unbinds itself. On that connection the server is
 * the client of the assistant's protocol (`assistant.ts`): it asks, and the assistant answers.
 */

export const BIND_PATH = '/assistants/bind';
export const UNBIND_PATH = '/assistants/unbind';
export const DIAL_PATH = '/assistants/dial';

/** How long a code is valid. */
export const BIND_CODE_MS: number = 10 * 60 * 1000;
/**
 * 60 bits: too many to guess, so that attempts need no count over all addresses, with which a stranger could block
 * everyone.
 */
export const BIND_CODE_LENGTH = 12;
export const ASSISTANT_NAME_MAX_LENGTH = 60;
/** The prefix of every assistant token. */
export const ASSISTANT_TOKEN_PREFIX = 'lwa_';
/** The ping interval of the server; without a message for `PING_TIMEOUT_MS`, either side ends the connection. */
export const PING_MS = 5_000;
export const PING_TIMEOUT_MS = 20_000;
/** Closes a connection when the server no longer knows the assistant. */
export const UNBOUND_CODE = 4001;

/** The stored form of a typed code; null for an invalid one. */
export function readBindCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  return new RegExp(`^[a-z2-9]{${BIND_CODE_LENGTH}}$`).test(code) ? code : null;
}

/** The displayed code: `abcd-efgh-jkmn`. */
export function bindCodeText(code: string): string {
  return code.replaceAll(/.{4}(?=.)/g, '$&-');
}

export const bindInput = Type.Object(
  {
    code: Type.String({ minLength: 1, maxLength: 40 }),
    /** The assistant's displayed name: that of its machine. */
    name: nameString({ minLength: 1, maxLength: ASSISTANT_NAME_MAX_LENGTH }),
  },
  { additionalProperties: false },
);

export const bindAnswer = Type.Object({
  id: Type.String(),
  token: Type.String({ minLength: 20, maxLength: 200 }),
  /** The account's name, for the assistant's own page. */
  account: Type.Optional(Type.String({ maxLength: 1000 })),
});
export type BindAnswer = Message<typeof bindAnswer>;

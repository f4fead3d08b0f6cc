import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Check } from 'typebox/value';
import { parseJsonObject } from '#model/kernel/json-object.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  ASSISTANT_NAME_MAX_LENGTH,
  BIND_PATH,
  type BindAnswer,
  bindAnswer,
  UNBIND_PATH,
} from '#protocol/dialed-assistant.ts';
import { writeWhole } from '../files.ts';

/** The server that this assistant is connected to, and its token for that server. */
export interface Binding {
  /** The server's origin, such as `https://labels.example.com`. */
  readonly server: string;
  readonly id: string;
  readonly token: string;
  /** Name of the account there; left out where the server has not sent it. */
  readonly account?: string;
}

/** A requested binding: the server's address and the code that its user created there. */
export interface BindingWish {
  readonly server: string;
  readonly code: string;
  /** Language of the server's error messages, such as `en`. */
  readonly language?: string;
}

/** Why binding failed; `reason` as reported by the network or the server. */
export interface BindFault {
  readonly type: 'noAddress' | 'notReached' | 'refused';
  readonly server: string;
  readonly reason: string;
}

const ANSWER_MS = 30_000;
const UNBIND_MS = 10_000;

/** A file in the assistant's folder, readable only for its own user. */
export function bindingPath(folder: string): string {
  return join(folder, 'server.json');
}

/** Null where the assistant is bound to no server. */
export async function readBinding(folder: string): Promise<Binding | null> {
  const found = parseJsonObject(await readFile(bindingPath(folder), 'utf8').catch(() => ''));
  const { server, id, token, account } = found ?? {};
  const isWhole = typeof server === 'string' && typeof id === 'string' && typeof token === 'string';
  return isWhole ? { server, id, token, ...(typeof account === 'string' ? { account } : {}) } : null;
}

/** The origin of a server's address; null when it is invalid. */
export function serverOrigin(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.origin : null;
}

/** Binds this assistant with a code, and keeps the binding. */
export async function bindToServer(
  folder: string,
  { server, code, language = 'en' }: BindingWish,
): Promise<Result<Binding, BindFault>> {
  const origin = serverOrigin(server);
  if (origin === null) return err({ type: 'noAddress', server, reason: '' });
  const name = hostname().slice(0, ASSISTANT_NAME_MAX_LENGTH) || 'assistant';
  let answer: Response;
  try {
    answer = await fetch(origin + BIND_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify({ code, name }),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  } catch (error) {
    return err({ type: 'notReached', server: origin, reason: reasonOf(error) });
  }
  const body: unknown = await answer.json().catch(() => null);
  const data: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'data') : null;
  if (!answer.ok || !Check(bindAnswer, data)) {
    const said: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'message') : '';
    return err({ type: 'refused', server: origin, reason: String(said || `HTTP ${answer.status}`) });
  }
  const { id, token, account } = data as BindAnswer;
  const binding = { server: origin, id, token, ...(account === undefined ? {} : { account }) };
  await writeWhole(bindingPath(folder), `${JSON.stringify(binding)}\n`);
  return ok(binding);
}

/** Notifies the server that this assistant is no longer bound to it. False where that fails. */
export async function notifyUnbound({ server, token }: Binding): Promise<boolean> {
  try {
    const answer = await fetch(server + UNBIND_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{}',
      redirect: 'error',
      signal: AbortSignal.timeout(UNBIND_MS),
    });
    // A server that does not know the assistant need not be notified.
    return answer.ok || answer.status === 401;
  } catch {
    return false;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

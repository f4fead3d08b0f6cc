import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SendFault, Sms, SmsSender } from './senders.ts';

/**
 * Request format of a gateway. `{{phone}}`, `{{text}}` and `{{secret}}` are replaced: escaped in an address and in a
 * form, as JSON in a JSON body, unchanged in a header.
 */
export interface HttpSmsSettings {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for none. */
  readonly body: string;
  readonly secret: string;
  /** A text that only a successful answer contains, for gateways that answer 200 to everything. */
  readonly expect: string | null;
  /** Timeout of a message including its whole answer, in milliseconds. */
  readonly limitMs?: number;
}

const LIMIT_MS = 15_000;
const ANSWER_BYTES = 64 * 1024;

/** Sends SMS through an HTTP gateway. */
export function createHttpSms(settings: HttpSmsSettings): SmsSender {
  const { limitMs = LIMIT_MS } = settings;
  return {
    async send(sms, signal) {
      const limit = AbortSignal.timeout(limitMs);
      const end = signal === undefined ? limit : AbortSignal.any([limit, signal]);
      try {
        return await ask(settings, sms, end);
      } catch (error) {
        if (signal?.aborted === true) return err({ code: 'aborted', detail: 'SMS gateway: aborted' });
        if (limit.aborted) return err({ code: 'timeout', detail: 'SMS gateway: timeout' });
        return err({ code: 'unreachable', detail: `SMS gateway: unreachable (${causeOf(error)})` });
      }
    },
  };
}

async function ask(settings: HttpSmsSettings, sms: Sms, signal: AbortSignal): Promise<Result<null, SendFault>> {
  const { method, secret } = settings;
  const values = { ...sms, secret };
  const headers = new Headers();
  for (const [name, value] of Object.entries(settings.headers)) headers.set(name, fill(value, values, asItIs));
  const type = headers.get('content-type') ?? '';
  const escape = /json/i.test(type) ? inJson : /urlencoded/i.test(type) ? encodeURIComponent : asItIs;
  const response = await fetch(fill(settings.url, values, encodeURIComponent), {
    method,
    headers,
    signal,
    // The secret must not go to another address.
    redirect: 'manual',
    ...(method === 'GET' || settings.body === '' ? {} : { body: fill(settings.body, values, escape) }),
  });
  const answer = await readSome(response);
  if (!response.ok) return err({ code: 'refused', detail: `SMS gateway: answered ${response.status}` });
  if (settings.expect !== null && !answer.includes(settings.expect)) {
    return err({ code: 'refused', detail: 'SMS gateway: the response does not contain the text of SMS_EXPECT' });
  }
  return ok(null);
}

async function readSome(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (text.length > ANSWER_BYTES) break;
  }
  return text;
}

function fill(template: string, values: Readonly<Record<string, string>>, escape: (text: string) => string): string {
  return template.replaceAll(/\{\{(phone|text|secret)\}\}/g, (_all, name: string) => escape(values[name] ?? ''));
}

function asItIs(text: string): string {
  return text;
}

/** For a place between quotation marks. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The system's name of a failure; a message might repeat the address, which may contain the secret. */
function causeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' ? code : 'no response';
}

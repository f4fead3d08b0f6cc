import { Check } from 'typebox/value';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { API_CODES, CALLS, type CallName } from '#protocol/api.ts';
import { isPayload } from '#protocol/payload.ts';
import { transportProblem, type ApiProblem } from './api-problem.ts';
import type { CallOptions } from './exchange.ts';
import { openPayload, sealPayload } from './payload-cipher.ts';
import { createKeyring, sign } from './session-keys.ts';

/** Makes a call without protection. */
type PlainCall = <T>(
  name: CallName,
  input: unknown,
  isAnswer: (data: unknown) => data is T,
  options: CallOptions,
) => Promise<Result<T, ApiProblem>>;

/** The codes of rejections that new keys, or a clock update, would fix. */
const HELPED_BY_KEYS: ReadonlySet<string | undefined> = new Set(['appKey', 'timestamp', 'payload']);

/**
 * Signs the calls that the protocol marks as signed, and encrypts those that the server's configuration names, with the
 * session's keys. All other calls pass unchanged.
 */
export function createProtection(callPlainly: PlainCall, now: () => number): { readonly call: PlainCall } {
  let encrypted: ReadonlySet<string> = new Set();
  const { sessionKeys, configuration } = CALLS;
  const keyring = createKeyring(
    () => callPlainly('sessionKeys', {}, (data) => Check(sessionKeys.answer, data), {}),
    now,
  );

  async function protectedCall<T>(
    name: CallName,
    input: unknown,
    isAnswer: (data: unknown) => data is T,
    options: CallOptions,
  ): Promise<Result<T, ApiProblem>> {
    const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
    if (subtle === undefined) return err(transportProblem('browser.insecure'));
    const keys = await keyring.get();
    if (!keys.ok) return keys;
    const { path, signed } = CALLS[name];
    const body = input as object;
    const whole = signed === true ? { ...body, ...(await sign(subtle, keys.value, path, body, now())) } : body;
    if (!encrypted.has(name)) return callPlainly(name, whole, isAnswer, options);
    const { payloadKey } = keys.value;
    if (payloadKey.length === 0) return err(transportProblem('payload.unreadable'));
    const answer = await callPlainly(
      name,
      await sealPayload(subtle, payloadKey, 'request', path, whole),
      isPayload,
      options,
    );
    if (!answer.ok) return answer;
    const opened = await openPayload(subtle, payloadKey, 'answer', path, answer.value);
    if (!opened.ok) return err(transportProblem('payload.unreadable'));
    return isAnswer(opened.value) ? ok(opened.value) : err(transportProblem('server.badAnswer'));
  }

  async function once<T>(...call: Parameters<typeof protectedCall<T>>): Promise<Result<T, ApiProblem>> {
    const [name] = call;
    const answer = await (CALLS[name].signed === true || encrypted.has(name)
      ? protectedCall(...call)
      : callPlainly(...call));
    if (answer.ok && name === 'configuration' && Check(configuration.answer, answer.value)) {
      encrypted = new Set(answer.value.encrypted_calls ?? []);
    }
    return answer;
  }

  return {
    call: async (...call) => {
      const answer = await once(...call);
      if (answer.ok || !wantsKeys(answer.error)) return answer;
      // A new session, another clock, or a page that has not read the configuration yet.
      keyring.forget();
      if (answer.error.path === 'payload') encrypted = new Set([...encrypted, call[0]]);
      return once(...call);
    },
  };
}

function wantsKeys({ apiCode, path }: ApiProblem): boolean {
  return apiCode === API_CODES.unauthorized && HELPED_BY_KEYS.has(path);
}

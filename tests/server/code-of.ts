import { expect } from 'vitest';
import { API_CODES, CALLS, type CallName } from '#protocol/api.ts';
import { createKeyring, sign } from '#services/api/session-keys.ts';
import type { TestVisitor } from './create-test-server.ts';

export type Input = Readonly<Record<string, unknown>>;

const { success, invalid } = API_CODES;

/** The envelope code of a call's answer, which is checked against the call's shape. */
export async function codeOf(visitor: TestVisitor, name: CallName, given: Input): Promise<number> {
  const { method, path, signed } = CALLS[name];
  const input = signed === true ? await signedInput(visitor, path, given) : given;
  const response = await visitor.fetch(
    method === 'GET' ? `${path}?${new URLSearchParams(input as Record<string, string>)}` : path,
    method === 'GET' ? {} : { method, body: JSON.stringify(input), headers: { 'content-type': 'application/json' } },
  );
  const envelope = (await response.json()) as { code: number; data: unknown; message: string };
  if (envelope.code === success) expect(envelope.message).toBe('');
  else expect(envelope.message).not.toBe('');
  if (envelope.code !== success && envelope.code !== invalid) expect(envelope.data).toBeNull();
  return envelope.code;
}

/** The body with the signature of the visitor's own session; unchanged without a session. */
async function signedInput({ api }: TestVisitor, path: string, input: Input): Promise<Input> {
  const keys = await createKeyring(() => api.call('sessionKeys', {}), Date.now).get();
  return keys.ok ? { ...input, ...(await sign(crypto.subtle, keys.value, path, input, Date.now())) } : input;
}

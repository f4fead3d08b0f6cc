import { fromBase64 } from '#model/kernel/base64.ts';
import { toHex } from '#model/kernel/hex.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import type { SessionKeysAnswer } from '#protocol/api.ts';
import { signedText, type SignatureFields } from '#protocol/signed-calls.ts';
import type { ApiProblem } from './api-problem.ts';

const NONCE_BYTES = 16;

/** The keys of the session, only in this page's memory. */
export interface SessionKeys {
  readonly appId: string;
  readonly appKey: string;
  readonly signingKey: Uint8Array<ArrayBuffer>;
  /** Empty if the server encrypts nothing. */
  readonly payloadKey: Uint8Array<ArrayBuffer>;
  /** How many seconds the server's clock is ahead of this machine's. */
  readonly aheadS: number;
}

export interface Keyring {
  /** Asks the server once, for any number of concurrent calls. */
  get(): Promise<Result<SessionKeys, ApiProblem>>;
  /** Discards the keys: the session has changed, and the next call asks again. */
  forget(): void;
}

export function createKeyring(ask: () => Promise<Result<SessionKeysAnswer, ApiProblem>>, now: () => number): Keyring {
  let kept: Promise<Result<SessionKeys, ApiProblem>> | null = null;
  return {
    get: async () => {
      const asked = (kept ??= ask().then((answer) => (answer.ok ? ok(readKeys(answer.value, now)) : answer)));
      const keys = await asked;
      if (!keys.ok && kept === asked) kept = null;
      return keys;
    },
    forget: () => {
      kept = null;
    },
  };
}

function readKeys(answer: SessionKeysAnswer, now: () => number): SessionKeys {
  return {
    appId: answer.app_id,
    appKey: answer.app_key,
    signingKey: bytesOf(answer.app_secret),
    payloadKey: bytesOf(answer.payload_key),
    aheadS: answer.time - Math.floor(now() / 1000),
  };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(base64);
  return new Uint8Array(bytes.ok ? bytes.value : []);
}

/** The fields that sign a body. */
export async function sign(
  subtle: SubtleCrypto,
  { appId, appKey, signingKey, aheadS }: SessionKeys,
  path: string,
  body: object,
  now: number,
): Promise<SignatureFields> {
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  const fields = { appId, appKey, timestamp: Math.floor(now / 1000) + aheadS, nonce };
  const key = await subtle.importKey('raw', signingKey, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const text = new TextEncoder().encode(signedText(path, { ...body, ...fields }));
  return { ...fields, signature: toHex(new Uint8Array(await subtle.sign('HMAC', key, text))) };
}

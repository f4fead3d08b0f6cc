import { fromBase64, toBase64 } from '#model/kernel/base64.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  PAYLOAD_BLOCK_BYTES,
  PAYLOAD_CODE_BYTES,
  PAYLOAD_HEADER,
  PAYLOAD_IV_BYTES,
  PAYLOAD_KEY_USES,
  payloadContext,
  type Payload,
  type PayloadDirection,
} from '#protocol/payload.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const HEADER: Bytes = new TextEncoder().encode(PAYLOAD_HEADER);
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

/** The browser's half of encrypted calls (src/protocol/payload.ts); `server/http/payloads.ts` is the other. */
export async function sealPayload(
  subtle: SubtleCrypto,
  key: Bytes,
  direction: PayloadDirection,
  path: string,
  value: unknown,
): Promise<Payload> {
  const iv = crypto.getRandomValues(new Uint8Array(PAYLOAD_IV_BYTES));
  const text = new TextEncoder().encode(JSON.stringify(value));
  const aes = await aesKey(subtle, key, 'encrypt');
  const encrypted = new Uint8Array(await subtle.encrypt({ name: 'AES-CBC', iv }, aes, text));
  const sealed = joined(HEADER, iv, encrypted);
  const mac = await macKey(subtle, key, 'sign');
  const code = await subtle.sign('HMAC', mac, withContext(direction, path, sealed));
  return { payload: toBase64(joined(sealed, new Uint8Array(code))) };
}

/**
 * The decrypted value; `payload.unreadable` for one that was changed, or encrypted with another key or for another
 * place.
 */
export async function openPayload(
  subtle: SubtleCrypto,
  key: Bytes,
  direction: PayloadDirection,
  path: string,
  { payload }: Payload,
): Promise<Result<unknown>> {
  const decoded = fromBase64(payload);
  const bytes = new Uint8Array(decoded.ok ? decoded.value : []);
  const start = HEADER.length + PAYLOAD_IV_BYTES;
  if (bytes.length < start + PAYLOAD_BLOCK_BYTES + PAYLOAD_CODE_BYTES) return UNREADABLE;
  const sealed = bytes.slice(0, -PAYLOAD_CODE_BYTES);
  const mac = await macKey(subtle, key, 'verify');
  const context = withContext(direction, path, sealed);
  if (!(await subtle.verify('HMAC', mac, bytes.slice(-PAYLOAD_CODE_BYTES), context))) return UNREADABLE;
  if (HEADER.some((byte, i) => sealed[i] !== byte)) return UNREADABLE;
  try {
    const aes = await aesKey(subtle, key, 'decrypt');
    const iv = sealed.slice(HEADER.length, start);
    const text = await subtle.decrypt({ name: 'AES-CBC', iv }, aes, sealed.slice(start));
    return ok(JSON.parse(new TextDecoder().decode(text)) as unknown);
  } catch {
    return UNREADABLE;
  }
}

const UNREADABLE: Result<never> = err(problem('payload.unreadable'));

async function aesKey(subtle: SubtleCrypto, key: Bytes, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  return subtle.importKey('raw', await derived(subtle, key, PAYLOAD_KEY_USES.encrypt), 'AES-CBC', false, [use]);
}

async function macKey(subtle: SubtleCrypto, key: Bytes, use: 'sign' | 'verify'): Promise<CryptoKey> {
  return subtle.importKey('raw', await derived(subtle, key, PAYLOAD_KEY_USES.authenticate), HMAC, false, [use]);
}

async function derived(subtle: SubtleCrypto, key: Bytes, use: string): Promise<ArrayBuffer> {
  const from = await subtle.importKey('raw', key, HMAC, false, ['sign']);
  return subtle.sign('HMAC', from, new TextEncoder().encode(use));
}

function withContext(direction: PayloadDirection, path: string, sealed: Bytes): Bytes {
  return joined(new TextEncoder().encode(payloadContext(direction, path)), sealed);
}

function joined(...parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

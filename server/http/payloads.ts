import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { CallName } from '#protocol/api.ts';
import { isNestedTooDeep } from '#protocol/json-depth.ts';
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
import { invalid, apiError, type ApiError } from '../core/api-error.ts';

/** The operator's settings of encrypted calls. */
export interface PayloadSettings {
  /** 32 bytes, from which each session's key is derived. */
  readonly key: Buffer;
  readonly calls: readonly CallName[];
}

/** The calls whose bodies and answers are encrypted in addition to TLS. */
export interface Payloads {
  readonly calls: ReadonlySet<string>;
  /** The key of the session with that token's hash; null without encryption. */
  keyOf(sessionHash: string): Buffer | null;
}

export function createPayloads(settings: PayloadSettings | null): Payloads {
  return {
    calls: new Set(settings?.calls ?? []),
    keyOf: (sessionHash) =>
      settings === null ? null : createHmac('sha256', settings.key).update(`payload ${sessionHash}`).digest(),
  };
}

const HEADER = Buffer.from(PAYLOAD_HEADER, 'latin1');
const LEAST_BYTES = HEADER.length + PAYLOAD_IV_BYTES + PAYLOAD_BLOCK_BYTES + PAYLOAD_CODE_BYTES;
const UNREADABLE = apiError('unauthorized', 'payload.unreadable', {}, { field: 'payload' });

/** Encrypts a JSON value. Only tests pass `iv`. */
export function sealPayload(
  key: Buffer,
  direction: PayloadDirection,
  path: string,
  value: unknown,
  iv: Buffer = randomBytes(PAYLOAD_IV_BYTES),
): Payload {
  const cipher = createCipheriv('aes-256-cbc', keyFor(key, 'encrypt'), iv);
  const text = Buffer.from(JSON.stringify(value), 'utf8');
  const sealed = Buffer.concat([HEADER, iv, cipher.update(text), cipher.final()]);
  return { payload: Buffer.concat([sealed, codeOf(key, direction, path, sealed)]).toString('base64') };
}

/** Decrypts a value. The authentication code is checked first, so that the padding reveals nothing. */
export function openPayload(
  key: Buffer,
  direction: PayloadDirection,
  path: string,
  { payload }: Payload,
): Result<unknown, ApiError> {
  const bytes = Buffer.from(payload, 'base64');
  if (bytes.length < LEAST_BYTES) return err(UNREADABLE);
  const sealed = bytes.subarray(0, -PAYLOAD_CODE_BYTES);
  const code = bytes.subarray(-PAYLOAD_CODE_BYTES);
  if (!timingSafeEqual(code, codeOf(key, direction, path, sealed))) return err(UNREADABLE);
  const start = HEADER.length + PAYLOAD_IV_BYTES;
  if (!sealed.subarray(0, HEADER.length).equals(HEADER)) return err(UNREADABLE);
  const decipher = createDecipheriv('aes-256-cbc', keyFor(key, 'encrypt'), sealed.subarray(HEADER.length, start));
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]).toString('utf8');
    if (isNestedTooDeep(text)) return err(invalid('JSON', 'request.invalid', { field: 'JSON' }));
    return ok(JSON.parse(text) as unknown);
  } catch {
    return err(UNREADABLE);
  }
}

function keyFor(key: Buffer, use: keyof typeof PAYLOAD_KEY_USES): Buffer {
  return createHmac('sha256', key).update(PAYLOAD_KEY_USES[use]).digest();
}

function codeOf(key: Buffer, direction: PayloadDirection, path: string, sealed: Buffer): Buffer {
  return createHmac('sha256', keyFor(key, 'authenticate'))
    .update(payloadContext(direction, path))
    .update(sealed)
    .digest();
}

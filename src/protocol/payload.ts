/*
 * Encrypted bodies and answers (docs/operate/signed-calls.md): a JSON text in AES-256-CBC with PKCS#7 padding, then HMAC-SHA-256
 * over the whole. In bytes: header, initialization vector, encrypted text, authentication code.
 */

/** Four bytes that identify the format. */
export const PAYLOAD_HEADER = 'LWP1';
export const PAYLOAD_IV_BYTES = 16;
export const PAYLOAD_CODE_BYTES = 32;
export const PAYLOAD_BLOCK_BYTES = 16;
export const PAYLOAD_KEY_BYTES = 32;
/** Two keys are derived from the session's payload key, by HMAC-SHA-256 of these words. */
export const PAYLOAD_KEY_USES = { encrypt: 'encrypt', authenticate: 'authenticate' } as const;

export type PayloadDirection = 'request' | 'answer';

/** Part of the authentication code before the bytes: a message can't be replayed in another place. */
export function payloadContext(direction: PayloadDirection, path: string): string {
  return `${direction} ${path}\n`;
}

/** The body or the `data` that carries it, in base64. */
export interface Payload {
  readonly payload: string;
}

export function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'payload') === 'string';
}

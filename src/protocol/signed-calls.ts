/** What client and server must agree on for signed calls; docs/operate/signed-calls.md describes it for others. */

/** The largest difference between the two clocks, in seconds. */
export const SIGNATURE_SKEW_S = 300;
/** The `appId` of this product's own pages. */
export const WEB_APP_ID = 'web';

/** The fields that a signature adds to a body. */
export interface SignatureFields {
  readonly appId: string;
  /** Identifies the key; the key itself is never sent with a call. */
  readonly appKey: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** Used once: 16 random bytes in hexadecimal digits. */
  readonly nonce: string;
  /** HMAC-SHA-256 of `signedText`, in 64 lower-case hexadecimal digits. */
  readonly signature: string;
}

/**
 * The signed text: method, path, then each field of the body except `signature` on a line of its own, sorted by name.
 * Values are percent-encoded like by `encodeURIComponent`; those that are not strings are first written as JSON.
 */
export function signedText(path: string, body: Readonly<Record<string, unknown>>): string {
  const lines = Object.keys(body)
    .filter((name) => name !== 'signature' && body[name] !== undefined)
    .toSorted()
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(body[name]))}`);
  return ['POST', path, ...lines].join('\n');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

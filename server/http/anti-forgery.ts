import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { tokenHash } from '../core/secret-token.ts';

/**
 * Makes and checks the token that a page must repeat in a header with whatever changes something: another site's page can
 * make a browser send our cookies, but can neither read them nor add the header (docs/adr/0085-anti-forgery-token.md).
 */
export interface AntiForgery {
  /** The token of that session, always the same one; without a session, a new one for a visitor. */
  tokenFor(sessionToken: string | null): string;
  /** Whether the token is one of that session, or of a visitor where there is no session. */
  holds(token: string, sessionToken: string | null): boolean;
}

const NONCE_BYTES = 16;

/** `secret` is the installation's own. */
export function createAntiForgery(secret: string): AntiForgery {
  const seal = (text: string): string =>
    createHmac('sha256', secret).update(`anti-forgery ${text}`).digest('base64url');
  const ofSession = (sessionToken: string): string => seal(`session ${tokenHash(sessionToken)}`);
  const ofVisitor = (nonce: string): string => `${nonce}.${seal(`visitor ${nonce}`)}`;
  return {
    tokenFor: (sessionToken) =>
      sessionToken === null ? ofVisitor(randomBytes(NONCE_BYTES).toString('base64url')) : ofSession(sessionToken),
    holds: (token, sessionToken) =>
      isSame(token, sessionToken === null ? ofVisitor(token.split('.', 1)[0] ?? '') : ofSession(sessionToken)),
  };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

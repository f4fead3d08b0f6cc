import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits: whoever has the token is who it was given to. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token. A plain digest is enough: there is nothing to guess in 256 random bits. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

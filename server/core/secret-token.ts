import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits that cannot be guessed: who shows the token is taken for the one it was given to. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token. Unlike a password it needs no slow hash: nobody can try out 256 random bits. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

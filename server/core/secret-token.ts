import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits that can't be guessed: the token alone authenticates its holder. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a token. Unlike a password it needs no slow hash: 256 random bits can't be tried out. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

import { Type } from 'typebox';
import { toHex } from '#model/kernel/hex.ts';
import { Sha256 } from '#model/kernel/sha256.ts';
import type { Message } from './message.ts';
import { nameString } from './shown-text.ts';

/*
 * How a page comes to be allowed to print (docs/develop/adr/0062-assistant-access.md). A site and browser get a secret
 * once, for a code that the assistant shows, or for a ticket of the server that was started together with it. From then on:
 *   hello {pairing: {id, nonce}}  ->  {access: "known", proof}   only who keeps the secret's hash can make the proof
 *   identify {id, secret}         ->  {}                         the secret is never sent to anybody else
 */

/** 32 random bytes in hexadecimal digits. */
const Random32 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const PairingId = Type.String({ pattern: '^[0-9a-f]{16}$' });
/** The browser's name for the user, in the list of paired ones. */
const BrowserName = nameString({ minLength: 1, maxLength: 60 });

export const PAIRING_CODE_DIGITS = 6;

/** The origin of the command line. No page has it: browsers send a scheme of their own as `null`. */
export const COMMAND_LINE_ORIGIN = 'labelwright:command-line';

/** The origin of a program that names none. Browsers always name one for a websocket. */
export const LOCAL_PROGRAM_ORIGIN = 'labelwright:program';

/**
 * `open`: this site prints without a secret. `known`: the named pairing exists. `needed`: only pairing requests are
 * answered.
 */
export const ACCESS_STATES = ['open', 'known', 'needed'] as const;

/** In `hello`: the pairing that the client has. */
export const PairingClaim = Type.Object({ id: PairingId, nonce: Random32 });

/** Proves that the client has the secret. */
export const IdentifySchema = Type.Object({ id: PairingId, secret: Random32 });

export const AskPairingSchema = Type.Object({ browser: BrowserName });
/** The code is shown now, for this many seconds. */
export const PairingAskedSchema = Type.Object({ seconds: Type.Integer({ minimum: 1 }) });

export const PairSchema = Type.Object({
  by: Type.Union([
    Type.Object({ code: Type.String({ pattern: `^[0-9]{${PAIRING_CODE_DIGITS}}$` }) }),
    Type.Object({ ticket: Type.String({ minLength: 1, maxLength: 300 }) }),
  ]),
  /** Identifies the owner of jobs, also when the client is paired again. Known only to the client. */
  client: Random32,
  browser: BrowserName,
});

/** The client's stored pairing. The assistant stores only the hash of the secret. */
export const PairingSchema = Type.Object({ id: PairingId, secret: Random32 });
export type Pairing = Message<typeof PairingSchema>;

/** The hash of a secret, as the assistant stores it. */
export function hashSecret(secret: string): string {
  return hashText(secret);
}

/** Proves possession of the hash of the secret; `nonce` is the client's, new each time. */
export function proofOfHash(secretHash: string, nonce: string): string {
  return hashText(`${secretHash}:${nonce}`);
}

function hashText(text: string): string {
  const hash = new Sha256();
  hash.update(new TextEncoder().encode(text));
  return toHex(hash.digest());
}

/**
 * A ticket that the server makes and the assistant checks: `<expiry in ms since 1970>.<nonce>.<signature>`. Its
 * signature is the HMAC-SHA256 of the text before it, with the key that the launcher gave both.
 */
export function ticketText(expiresAt: number, nonce: string): string {
  return `${expiresAt}.${nonce}`;
}

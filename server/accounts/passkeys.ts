import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  PASSKEY_NAME_MAX_LENGTH,
  type BrowserOptions,
  type PasskeyAssertion,
  type PasskeyAttestation,
  type PasskeyInfo,
} from '#protocol/api.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { isDuplicate, type Db } from '../core/database/open-database.ts';
import type { PasskeyRow, User } from '../core/database/tables.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { accountName } from './confirm-owner.ts';
import { newSecretToken, tokenHash } from '../core/secret-token.ts';

/** Browsers give up on a passkey after this time. */
const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000;

/** A challenge for an authenticator to sign: for a passkey of that user, or (null) for any sign-in. */
async function newChallenge(db: Db, userId: string | null, now: number): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = newSecretToken();
  await db
    .insertInto('passkey_challenge')
    .values({ digest: tokenHash(challenge), user_id: userId, expires_at: now + CHALLENGE_LIFETIME_MS })
    .execute();
  return new Uint8Array(Buffer.from(challenge, 'base64url'));
}

/** Whether the challenge was issued for that user and is unused. It is invalid from then on, in any case. */
async function useChallenge(db: Db, challenge: string, userId: string | null, now: number): Promise<boolean> {
  const used = await db
    .deleteFrom('passkey_challenge')
    .where('digest', '=', tokenHash(challenge))
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', now)
    .returning('digest')
    .executeTakeFirst();
  return used !== undefined;
}

const RP_NAME = 'Labelwright';
const MAX_PASSKEYS = 20;
/** EdDSA, ES256 and RS256 (COSE), which all authenticators support. Named, so that the client can't choose others. */
const ALGORITHMS = [-8, -7, -257];
/** Most bytes of a public key in COSE: an RSA key of 8,192 bits has 1,040. */
const MOST_KEY_BYTES = 2_048;

interface PasskeyContext {
  readonly db: Db;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Origin of the requesting page, by a checked host name. */
  readonly pageOrigin: string;
}

/** Passkeys belong to a host name; an IP address has none (Web Authentication, section 5.1.2). */
export function passkeysPossible(pageOrigin: string): boolean {
  return isIP(rpIdOf(pageOrigin).replace(/^\[|\]$/g, '')) === 0;
}

export async function listPasskeys(db: Db, userId: string): Promise<PasskeyInfo[]> {
  const rows = await db
    .selectFrom('passkey')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(passkeyOf);
}

/** Options for the browser to create a discoverable passkey with user verification. */
export async function registrationOptions(
  { db, time, pageOrigin }: PasskeyContext,
  user: User,
): Promise<Result<BrowserOptions, ApiError>> {
  if (!passkeysPossible(pageOrigin)) return err(apiError('refused', 'passkey.needsName'));
  const own = await db.selectFrom('passkey').select('id').where('user_id', '=', user.id).execute();
  if (own.length >= MAX_PASSKEYS) return err(apiError('refused', 'passkey.tooMany', { max: MAX_PASSKEYS }));
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: rpIdOf(pageOrigin),
    userName: accountName(user),
    userDisplayName: user.nickname,
    userID: new Uint8Array(Buffer.from(user.id)),
    challenge: await newChallenge(db, user.id, time),
    excludeCredentials: own.map(({ id }) => ({ id })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return ok({ options: { ...options } });
}

export async function addPasskey(
  { db, time, pageOrigin }: PasskeyContext,
  user: User,
  wanted: string,
  response: PasskeyAttestation,
): Promise<Result<PasskeyInfo, ApiError>> {
  const name = checkName(wanted);
  if (!name.ok) return name;
  const rpID = rpIdOf(pageOrigin);
  if (isFramed(response.response.clientDataJSON)) return err(FAILED);
  const verified = await verifyRegistrationResponse({
    // The library's type has mutable lists, but doesn't change them.
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: (challenge) => useChallenge(db, challenge, user.id, time),
    expectedOrigin: pageOrigin,
    expectedRPID: rpID,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: true,
  }).catch(() => null);
  if (verified === null || !verified.verified) return err(FAILED);
  const { credential } = verified.registrationInfo;
  if (credential.publicKey.length > MOST_KEY_BYTES) return err(FAILED);
  const row: PasskeyRow = {
    id: credential.id,
    user_id: user.id,
    rp_id: rpID,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: JSON.stringify(credential.transports ?? []),
    name: name.value,
    created_at: time,
    used_at: null,
  };
  try {
    return await db.transaction().execute(async (tx) => {
      await lockUser(tx, user.id);
      const { count } = await tx
        .selectFrom('passkey')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow();
      if (Number(count) >= MAX_PASSKEYS) return err(apiError('refused', 'passkey.tooMany', { max: MAX_PASSKEYS }));
      await tx.insertInto('passkey').values(row).execute();
      return ok(passkeyOf(row));
    });
  } catch (error) {
    if (isDuplicate(error)) return err(FAILED);
    throw error;
  }
}

export async function renamePasskey(
  db: Db,
  userId: string,
  id: string,
  wanted: string,
): Promise<Result<PasskeyInfo, ApiError>> {
  const name = checkName(wanted);
  if (!name.ok) return name;
  const row = await db
    .updateTable('passkey')
    .set({ name: name.value })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? err(NOT_FOUND) : ok(passkeyOf(row));
}

export async function deletePasskey(db: Db, userId: string, id: string): Promise<Result<null, ApiError>> {
  const deleted = await db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return deleted === undefined ? err(NOT_FOUND) : ok(null);
}

/** Options for the browser to offer the passkeys of this host. They reveal nothing about accounts. */
export async function signInOptions({
  db,
  time,
  pageOrigin,
}: PasskeyContext): Promise<Result<BrowserOptions, ApiError>> {
  if (!passkeysPossible(pageOrigin)) return err(apiError('refused', 'passkey.needsName'));
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(pageOrigin),
    challenge: await newChallenge(db, null, time),
    userVerification: 'required',
  });
  return ok({ options: { ...options } });
}

/** The user whose passkey has signed. A counter that doesn't increase belongs to a copy, which is rejected. */
export async function authenticateByPasskey(
  { db, time, pageOrigin }: PasskeyContext,
  response: PasskeyAssertion,
): Promise<Result<User, ApiError>> {
  const row = await db.selectFrom('passkey').selectAll().where('id', '=', response.id).executeTakeFirst();
  if (row === undefined || isFramed(response.response.clientDataJSON)) return err(FAILED);
  // Web Authentication, section 7.2, step 6. Authenticators may leave it out.
  const { userHandle } = response.response;
  if (userHandle !== undefined && userHandle !== Buffer.from(row.user_id).toString('base64url')) return err(FAILED);
  const counter = Number(row.counter);
  const verified = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: (challenge) => useChallenge(db, challenge, null, time),
    expectedOrigin: pageOrigin,
    expectedRPID: rpIdOf(pageOrigin),
    credential: { id: row.id, publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')), counter },
    requireUserVerification: true,
  }).catch(() => null);
  if (verified === null || !verified.verified) return err(FAILED);
  const used = await db
    .updateTable('passkey')
    .set({ counter: verified.authenticationInfo.newCounter, used_at: time })
    .where('id', '=', row.id)
    .where('counter', '=', counter)
    .returning('user_id')
    .executeTakeFirst();
  if (used === undefined) return err(FAILED);
  return ok(await db.selectFrom('user').selectAll().where('id', '=', used.user_id).executeTakeFirstOrThrow());
}

const FAILED = apiError('unauthorized', 'passkey.failed');
const NOT_FOUND = apiError('notFound', 'passkey.notFound');

/** Whether a page of another origin framed the requesting page, or the browser's data can't be read. */
function isFramed(clientDataJson: string): boolean {
  try {
    const said = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as Readonly<Record<string, unknown>>;
    return (said['crossOrigin'] ?? false) !== false || said['topOrigin'] !== undefined;
  } catch {
    return true;
  }
}

function checkName(wanted: string): Result<string, ApiError> {
  const name = wanted.trim().normalize('NFC');
  if (name !== '' && name.length <= PASSKEY_NAME_MAX_LENGTH) return ok(name);
  return err(invalid('name', 'passkey.nameInvalid', { max: PASSKEY_NAME_MAX_LENGTH }));
}

function rpIdOf(pageOrigin: string): string {
  return new URL(pageOrigin).hostname;
}

function passkeyOf({ id, name, created_at, used_at }: PasskeyRow): PasskeyInfo {
  return { id, name, created: Number(created_at), used: used_at === null ? null : Number(used_at) };
}

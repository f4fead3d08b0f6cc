import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { SIGNATURE_SKEW_S, signedText, WEB_APP_ID } from '#protocol/signed-calls.ts';
import { isDuplicate, type Db } from '../core/database/open-database.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { tokenHash } from '../core/secret-token.ts';

/** A key of signed calls and its public name. */
interface SigningKey {
  readonly appKey: string;
  /** 32 bytes. */
  readonly secret: Buffer;
}

export interface SigningKeys {
  /** The key of the session with that token's hash: derived, so it is always the same one and not stored. */
  keyOf(sessionHash: string): SigningKey;
}

/** `secret` is the installation's own: the keys are derived from it and the sessions. */
export function createSigningKeys(secret: string): SigningKeys {
  return {
    keyOf: (sessionHash) => {
      const key = createHmac('sha256', secret).update(`signing ${sessionHash}`).digest();
      return { appKey: createHash('sha256').update(key).digest('hex').slice(0, 32), secret: key };
    },
  };
}

/**
 * The fault of a signed body (docs/operate/signed-calls.md); null if it was signed with that key, now and for the first
 * time. A correct signature is then used up, in the database, so that of several concurrent ones one passes.
 */
export async function signatureFault(
  db: Db,
  { appKey, secret }: SigningKey,
  path: string,
  body: object,
  now: number,
): Promise<ApiError | null> {
  const fields = body as Readonly<Record<string, unknown>>;
  const { appId = fields['appid'], nonce, signature } = fields;
  const timestamp = secondsOf(fields['timestamp'] ?? fields['time_stamp']);
  if (typeof signature !== 'string' || timestamp === null || nonce === '') return MISSING;
  if (appId !== WEB_APP_ID || (fields['appKey'] ?? appKey) !== appKey) return OTHER_KEY;
  const right = createHmac('sha256', secret).update(signedText(path, fields)).digest();
  const given = Buffer.from(signature, 'hex');
  if (given.length !== right.length || !timingSafeEqual(given, right))
    return apiError('unauthorized', 'signature.wrong');
  // Checked after the signature: a forged call learns only that it is forged.
  if (!Number.isInteger(timestamp) || Math.abs(timestamp - now / 1000) > SIGNATURE_SKEW_S) return WRONG_TIME;
  const expiresAt = (timestamp + SIGNATURE_SKEW_S + 1) * 1000;
  // Without a nonce the signature itself is used once.
  const once = typeof nonce === 'string' ? nonce : right.toString('hex');
  return (await useUp(db, tokenHash(`${appKey} ${once}`), expiresAt)) ? null : REPLAYED;
}

/** Seconds since 1970, also in digits; null for anything else. */
function secondsOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : null;
}

const MISSING = apiError('unauthorized', 'signature.missing');
/** `field` names what the client has to fetch again before it retries. */
const OTHER_KEY = apiError('unauthorized', 'signature.otherKey', {}, { field: 'appKey' });
const WRONG_TIME = apiError('unauthorized', 'signature.time', {}, { field: 'timestamp' });
const REPLAYED = apiError('unauthorized', 'signature.replayed');

async function useUp(db: Db, key: string, expiresAt: number): Promise<boolean> {
  try {
    await db.insertInto('used_nonce').values({ key, expires_at: expiresAt }).execute();
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

import { randomBytes } from 'node:crypto';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { lockUser } from '../core/database/lock-user.ts';
import type { SecretBox } from '../core/database/secret-box.ts';
import { invalid, type ApiError } from '../core/api-error.ts';
import { give } from './grants.ts';
import type { Product } from './plans.ts';
import type { CoreServices } from '../core/services.ts';

/** Crockford's base 32, without confusable letters. */
const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 16;
const PURPOSE = 'redemption code';

/** A new code: 80 random bits in four groups of four characters. */
export function newCode(): string {
  const characters = [...randomBytes(CODE_LENGTH)].map((byte) => CHARACTERS[byte % CHARACTERS.length]).join('');
  return characters.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** The digest that finds a code; independent of how it was typed. */
export function codeDigest(secrets: SecretBox, code: string): string {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return secrets.digest(plain, PURPOSE);
}

export function sealCode(secrets: SecretBox, code: string): string {
  return secrets.seal(code, PURPOSE);
}

export function openCode(secrets: SecretBox, sealed: string): string {
  return secrets.open(sealed, PURPOSE);
}

export interface Redeemed extends Product {
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** Gives the user what the code grants, once for all users. All reasons why a code is invalid have one answer. */
export async function redeem(
  { db, secrets, now }: Pick<CoreServices, 'db' | 'secrets' | 'now'>,
  userId: string,
  code: string,
): Promise<Result<Redeemed, ApiError>> {
  const digest = codeDigest(secrets, code);
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const time = now();
    // The first of many concurrent requests takes it: the others wait for the row and then find it taken.
    const { numUpdatedRows } = await tx
      .updateTable('redemption_code')
      .set({ redeemed_at: time, redeemed_by: userId })
      .where('digest', '=', digest)
      .where('redeemed_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('batch_id', 'in', (eb) =>
        eb
          .selectFrom('code_batch')
          .select('id')
          .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', time)])),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return err(invalid('exchange_code', 'exchange.wrong'));
    const { kind, days, bytes } = await tx
      .selectFrom('redemption_code')
      .innerJoin('code_batch', 'code_batch.id', 'redemption_code.batch_id')
      .select(['code_batch.kind', 'code_batch.days', 'code_batch.bytes'])
      .where('digest', '=', digest)
      .executeTakeFirstOrThrow();
    const product = { kind, days, bytes: Number(bytes) };
    const endsAt = await give(tx, userId, { source: 'code', source_id: digest }, product, time);
    return ok({ ...product, endsAt });
  });
}

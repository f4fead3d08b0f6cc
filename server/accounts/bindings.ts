import { err, ok, type Result } from '#model/kernel/result.ts';
import type { BindAddressInput, Bindings, UnbindInput } from '#protocol/api.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { isDuplicate, type Db } from '../core/database/open-database.ts';
import type { User } from '../core/database/tables.ts';
import { invalid, type ApiError } from '../core/api-error.ts';
import { confirmUser, type SignedIn } from './confirm-user.ts';
import { takeCode } from './sent-codes.ts';
import { readTarget } from './targets.ts';

export async function bindingsOf(db: Db, user: User): Promise<Bindings> {
  const identities = await db
    .selectFrom('external_identity')
    .select(['provider', 'label', 'created_at'])
    .where('user_id', '=', user.id)
    .orderBy('provider')
    .execute();
  return {
    user_name: user.user_name ?? '',
    email: user.email ?? '',
    phone: user.phone ?? '',
    email_confirmed: user.email_verified_at !== null,
    phone_confirmed: user.phone_verified_at !== null,
    has_password: user.password_hash !== '',
    identities: identities.map(({ provider, label, created_at }) => ({
      provider,
      label,
      bound_at: Number(created_at),
    })),
  };
}

/** Binds the address or number to which the code was sent. */
export async function bindAddress(context: SignedIn, input: BindAddressInput): Promise<Result<null, ApiError>> {
  const { db, user, time } = context;
  const target = readTarget(input.target, input.country);
  if (!target.ok) return target;
  const confirmed = await confirmUser(context, input.password);
  if (!confirmed.ok) return confirmed;
  const taken = await takeCode(context, `bind ${user.id}`, target.value, input.code);
  if (!taken.ok) return taken;
  const { kind, address, key } = target.value;
  const changes =
    kind === 'email'
      ? { email: address, email_key: key, email_verified_at: time }
      : { phone: address, phone_verified_at: time };
  try {
    await db.updateTable('user').set(changes).where('id', '=', user.id).execute();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return err(kind === 'email' ? invalid('email', 'account.emailTaken') : invalid('phone', 'account.phoneTaken'));
  }
  return ok(null);
}

/** Removes a sign-in method from the account, unless it is the last one. */
export async function unbind(
  context: SignedIn,
  { what, provider, password }: UnbindInput,
): Promise<Result<null, ApiError>> {
  const { db, user } = context;
  const confirmed = await confirmUser(context, password);
  if (!confirmed.ok) return confirmed;
  return db.transaction().execute(async (trx): Promise<Result<null, ApiError>> => {
    await lockUser(trx, user.id);
    const now = await trx.selectFrom('user').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
    const bound = await bindingsOf(trx, now);
    const has = what === 'third' ? bound.identities.some((one) => one.provider === provider) : bound[what] !== '';
    if (!has) return err(invalid('what', 'account.notBound'));
    if (waysIn(bound) < 2) return err(invalid('what', 'account.lastWay'));
    switch (what) {
      case 'third':
        await trx
          .deleteFrom('external_identity')
          .where('user_id', '=', user.id)
          .where('provider', '=', provider ?? '')
          .execute();
        break;
      case 'email':
        await setUser(trx, user, { email: null, email_key: null, email_verified_at: null });
        break;
      case 'phone':
        await setUser(trx, user, { phone: null, phone_verified_at: null });
        break;
    }
    return ok(null);
  });
}

/** The sign-in methods: a name needs a password; an address or number also works with a code. */
function waysIn({ user_name, email, phone, has_password, identities }: Bindings): number {
  return [user_name !== '' && has_password, email !== '', phone !== ''].filter(Boolean).length + identities.length;
}

async function setUser(trx: Db, { id }: User, changes: Partial<User>): Promise<void> {
  await trx.updateTable('user').set(changes).where('id', '=', id).execute();
}

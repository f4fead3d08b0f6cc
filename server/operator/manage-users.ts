import { err, ok, type Result } from '#model/kernel/result.ts';
import type {
  BlockUserInput,
  GrantedSpace,
  GrantSpaceInput,
  OperatorDeleteUserInput,
  OperatorUserDetails,
  SetRoleInput,
} from '#protocol/api.ts';
import { INSTALLATION_USER } from '../accounts/installation-account.ts';
import { planOf } from '../membership/plan.ts';
import { lockUser } from '../core/database/lock-user.ts';
import type { Db } from '../core/database/open-database.ts';
import type { Tables, User } from '../core/database/tables.ts';
import { grantSpace } from '../core/files/space-grants.ts';
import { spaceLimit, usedSpace } from '../core/files/space.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { deleteAccount } from '../personal/delete-account.ts';
import { operatorUserOf } from './users.ts';
import type { CoreServices } from '../core/services.ts';
import type { PrivilegeServices } from '../membership/privileges.ts';
import { isoOf } from '../core/iso-time.ts';

const COUNTED = [
  'template',
  'cloud_file',
  'print_record',
  'session',
  'template_share',
] as const satisfies readonly (keyof Tables)[];

/** One user, with the contents of the account. */
export async function userDetails(
  services: Pick<CoreServices, 'limits' | 'db' | 'now'> & PrivilegeServices,
  id: string,
): Promise<Result<OperatorUserDetails, ApiError>> {
  const { db, now } = services;
  const user = await findUser(db, id);
  if (user === null) return err(NO_USER);
  const [templates = 0, cloudFiles = 0, printRecords = 0, sessions = 0, shares = 0] = await Promise.all(
    COUNTED.map((table) => countOf(db, table, id)),
  );
  const seen = await db
    .selectFrom('session')
    .select((eb) => eb.fn.max('used_at').as('at'))
    .where('user_id', '=', id)
    .executeTakeFirst();
  const at = seen?.at ?? null;
  return ok({
    ...operatorUserOf(user, now()),
    templates,
    cloud_files: cloudFiles,
    print_records: printRecords,
    sessions,
    shares,
    used_bytes: await usedSpace(db, id),
    limit_bytes: await spaceLimit(db, planOf(services, user, now()), id, now()),
    last_seen: isoOf(at),
  });
}

/** Makes a user an operator, or an operator a user. At least one operator remains. */
export function setRole(db: Db, { id, role }: SetRoleInput): Promise<Result<null, ApiError>> {
  return db.transaction().execute(async (tx) => {
    await lockOperators(tx);
    const user = await findUser(tx, id);
    if (user === null) return err(NO_USER);
    if (role === 'user' && (await isLastOperator(tx, user))) return err(LAST_OPERATOR);
    if (role === 'operator' && user.blocked_at !== null) return err(apiError('refused', 'operator.isBlocked'));
    await tx.updateTable('user').set({ role }).where('id', '=', id).execute();
    return ok(null);
  });
}

/** Blocks a user and ends the sessions at once, or unblocks the user. Operators can't block themselves. */
export function blockUser(
  db: Db,
  operatorId: string,
  { id, blocked }: BlockUserInput,
  now: number,
): Promise<Result<null, ApiError>> {
  return db.transaction().execute(async (tx) => {
    await lockOperators(tx);
    const user = await findUser(tx, id);
    if (user === null) return err(NO_USER);
    if (!blocked) {
      await tx.updateTable('user').set({ blocked_at: null }).where('id', '=', id).execute();
      return ok(null);
    }
    if (id === operatorId) return err(apiError('refused', 'operator.notYourself'));
    if (await isLastOperator(tx, user)) return err(LAST_OPERATOR);
    await tx.updateTable('user').set({ blocked_at: now }).where('id', '=', id).execute();
    for (const table of ['session', 'upload_token', 'sign_in_ticket'] as const) {
      await tx.deleteFrom(table).where('user_id', '=', id).execute();
    }
    return ok(null);
  });
}

export async function grantUserSpace(
  db: Db,
  { id, bytes, days }: GrantSpaceInput,
  now: number,
): Promise<Result<GrantedSpace, ApiError>> {
  if ((await findUser(db, id)) === null) return err(NO_USER);
  return ok({ ends: new Date(await grantSpace(db, id, { bytes, days }, now)).toISOString() });
}

/**
 * Deletes a user permanently, whose name must be typed. An operator is made a user first, so that this takes two steps.
 */
export async function deleteUser(
  services: Pick<CoreServices, 'db' | 'files' | 'queue'>,
  { id, confirmation }: OperatorDeleteUserInput,
): Promise<Result<null, ApiError>> {
  const user = await findUser(services.db, id);
  if (user === null) return err(NO_USER);
  const names = [user.user_name, user.email, user.phone].filter((name) => name !== null);
  if (!names.includes(confirmation.trim())) return err(invalid('confirmation', 'account.nameDiffers'));
  if (user.role === 'operator') return err(apiError('refused', 'operator.isOperator'));
  await deleteAccount(services, id);
  return ok(null);
}

async function findUser(db: Db, id: string): Promise<User | null> {
  if (id === INSTALLATION_USER) return null;
  const user = await db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();
  return user ?? null;
}

/** Serializes changes of operators, so that at least one remains. */
async function lockOperators(tx: Db): Promise<void> {
  const operators = await tx.selectFrom('user').select('id').where('role', '=', 'operator').orderBy('id').execute();
  for (const { id } of operators) await lockUser(tx, id);
}

async function isLastOperator(tx: Db, user: User): Promise<boolean> {
  if (user.role !== 'operator') return false;
  const others = await tx
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'operator')
    .where('blocked_at', 'is', null)
    .where('id', '<>', user.id)
    .executeTakeFirst();
  return others === undefined;
}

async function countOf(db: Db, table: (typeof COUNTED)[number], userId: string): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const NO_USER = apiError('notFound', 'operator.noUser');
const LAST_OPERATOR = apiError('refused', 'operator.lastOperator');

import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  EMAIL_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  USER_NAME_MAX_LENGTH,
  USER_NAME_MIN_LENGTH,
  isEmail,
  isUserName,
  type LoginInput,
  type UserInfo,
} from '#protocol/api.ts';
import { passwordFault } from '#protocol/password-strength.ts';
import { newId } from '../core/database/new-id.ts';
import { isDuplicate, type Db } from '../core/database/open-database.ts';
import type { User } from '../core/database/tables.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { attemptOf, type OwnerContext } from './confirm-owner.ts';
import { checkPassword, hashPassword, isOutdated } from './passwords.ts';
import { findByTarget, readTarget } from './targets.ts';
import { userNameConfusableKey } from '../core/database/user-name-confusables.ts';

const NICKNAME_MAX_LENGTH = 40;

/** Fields of a new account; an empty text counts as absent. */
export interface NewAccount {
  readonly user_name?: string;
  readonly email?: string;
  /** In E.164. */
  readonly phone?: string;
  /** Null for an account that is opened through a third party. */
  readonly password: string | null;
  readonly nickname?: string;
  /** When the owner confirmed the address or number; null for never. */
  readonly confirmedAt?: number | null;
  readonly agreedAt?: number | null;
}

/**
 * Creates an account and its first folder: every template is in a folder. `alongside` writes what belongs to it in the
 * same transaction.
 */
export async function createAccount(
  db: Db,
  input: NewAccount,
  folderName: string,
  now: number,
  alongside: (trx: Db, user: User) => Promise<void> = async () => undefined,
): Promise<Result<User, ApiError>> {
  const { userName, email, phone, nickname } = namesOf(input);
  const fault = accountFault(input);
  if (fault !== null) return err(fault);
  const passwordHash = input.password === null ? ok('') : await hashPassword(input.password);
  if (!passwordHash.ok) return err(BUSY);

  const { confirmedAt = null, agreedAt = null } = input;
  const user: User = {
    id: newId(now),
    user_name: userName === '' ? null : userName,
    user_name_key: userName === '' ? null : accountKey(userName),
    user_name_look: userName === '' ? null : userNameConfusableKey(userName),
    email: email === '' ? null : email,
    email_key: email === '' ? null : accountKey(email),
    email_verified_at: email === '' ? null : confirmedAt,
    phone: phone === '' ? null : phone,
    phone_verified_at: phone === '' ? null : confirmedAt,
    agreed_at: agreedAt,
    password_hash: passwordHash.value,
    nickname: [nickname, userName, email.split('@', 1)[0] ?? '', shortPhone(phone)].find((name) => name !== '') ?? '',
    head_pic: '',
    created_at: now,
    role: 'user',
    member_until: null,
    blocked_at: null,
  };
  try {
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('user').values(user).execute();
      await trx
        .insertInto('folder')
        .values({ id: newId(now), user_id: user.id, name: folderName, created_at: now })
        .execute();
      await alongside(trx, user);
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return err(await takenFault(db, user));
  }
  return ok(user);
}

/** Why the account can't be created: an invalid field or a taken name, except an address of another account. */
export async function newAccountFault(db: Db, input: NewAccount): Promise<ApiError | null> {
  const { userName } = namesOf(input);
  const fault = accountFault(input);
  if (fault !== null || userName === '') return fault;
  return userNameFault(db, accountKey(userName), userNameConfusableKey(userName));
}

function namesOf(input: NewAccount): { userName: string; email: string; phone: string; nickname: string } {
  return {
    userName: (input.user_name ?? '').trim().normalize('NFKC'),
    email: (input.email ?? '').trim(),
    phone: input.phone ?? '',
    nickname: (input.nickname ?? '').trim(),
  };
}

/** A masked phone number: its owner recognizes it, and others may see it as a nickname. */
function shortPhone(phone: string): string {
  return phone === '' ? '' : `*${phone.slice(-4)}`;
}

/** The user with that user name or e-mail address and password. Guesses are counted before they are checked. */
export async function authenticate(
  context: OwnerContext,
  { account, password }: LoginInput,
): Promise<Result<User, ApiError>> {
  const { db, logins, time } = context;
  const user = await findByAccount(db, account);
  const attempt = await attemptOf(context, user, 'password', user?.id ?? accountKey(account));
  const admitted = await logins.admit(attempt, time);
  if (!admitted.ok) return err(apiError('tooMany', 'request.tooMany', { seconds: admitted.error }));
  if (password.length > PASSWORD_MAX_LENGTH) return err(WRONG_PASSWORD);
  const matches = await checkPassword(user?.password_hash ?? null, password);
  if (!matches.ok) return err(BUSY);
  if (!matches.value || user === null) return err(WRONG_PASSWORD);
  await logins.succeed(attempt);
  if (isOutdated(user.password_hash)) await rehash(db, user, password);
  return ok(user);
}

/** Rehashes the password at today's cost: only at sign-in is it available. A password changed meanwhile is kept. */
async function rehash(db: Db, user: User, password: string): Promise<void> {
  const hash = await hashPassword(password);
  if (!hash.ok) return;
  await db
    .updateTable('user')
    .set({ password_hash: hash.value })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .execute();
}

const WRONG_PASSWORD = apiError('unauthorized', 'account.wrongPassword');
const BUSY = apiError('busy', 'server.busy', { seconds: 5 });

export async function anyAccount(db: Db): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Key by which account names are compared: case-insensitive, full-width and styled letters as the plain ones. */
function accountKey(account: string): string {
  return account.trim().normalize('NFKC').toLowerCase();
}

export function userInfoOf(user: User): UserInfo {
  return {
    user_id: user.id,
    user_name: user.user_name ?? '',
    email: user.email ?? '',
    nickname: user.nickname,
    head_pic: user.head_pic,
    role: user.role,
  };
}

/** The user with a user name, an e-mail address or a phone number; null for none. */
export async function findByAccount(db: Db, account: string): Promise<User | null> {
  // A user name has no @ and doesn't start with a plus, so one text can't match two users.
  if (account.trim().startsWith('+')) return findByPhone(db, account);
  const column = account.includes('@') ? 'email_key' : 'user_name_key';
  // Names and addresses from before NFKC may be stored as they were typed.
  const typed = account.trim().normalize('NFC').toLowerCase();
  const users = await db
    .selectFrom('user')
    .selectAll()
    .where(column, 'in', [typed, accountKey(account)])
    .execute();
  return users.find((user) => user[column] === typed) ?? users[0] ?? null;
}

/** The id of the user of that user name or e-mail address; null for none. */
export async function findAccountId(db: Db, account: string): Promise<string | null> {
  return (await findByAccount(db, account))?.id ?? null;
}

async function findByPhone(db: Db, account: string): Promise<User | null> {
  const target = readTarget(account, undefined);
  return target.ok ? findByTarget(db, target.value) : null;
}

/** The fault for a name of the new account that another account has. */
async function takenFault(db: Db, user: User): Promise<ApiError> {
  if (user.user_name_key !== null && user.user_name_look !== null) {
    const fault = await userNameFault(db, user.user_name_key, user.user_name_look);
    if (fault !== null) return fault;
  }
  return user.phone === null ? invalid('email', 'account.emailTaken') : invalid('phone', 'account.phoneTaken');
}

async function userNameFault(db: Db, name: string, look: string): Promise<ApiError | null> {
  const taken = await db
    .selectFrom('user')
    .select('user_name_key')
    .where((eb) => eb.or([eb('user_name_key', '=', name), eb('user_name_look', '=', look)]))
    .executeTakeFirst();
  if (taken === undefined) return null;
  return invalid('user_name', taken.user_name_key === name ? 'account.userNameTaken' : 'account.userNameLooksTaken');
}

function accountFault(input: NewAccount): ApiError | null {
  const { userName, email, phone, nickname } = namesOf(input);
  if (userName === '' && email === '' && phone === '' && input.password !== null) {
    return invalid('user_name', 'account.needsName');
  }
  if (userName !== '' && !isUserName(userName)) {
    return invalid('user_name', 'account.userNameInvalid', { min: USER_NAME_MIN_LENGTH, max: USER_NAME_MAX_LENGTH });
  }
  if (email !== '' && !isEmail(email)) return invalid('email', 'account.emailInvalid', { max: EMAIL_MAX_LENGTH });
  if (nickname.length > NICKNAME_MAX_LENGTH) {
    return invalid('nickname', 'account.nicknameTooLong', { max: NICKNAME_MAX_LENGTH });
  }
  return input.password === null ? null : passwordError(input.password, [userName, email, phone, nickname]);
}

/** The fault of a password; null for a valid one. `names` are the user's own. */
export function passwordError(password: string, names: readonly string[]): ApiError | null {
  if (password.length < PASSWORD_MIN_LENGTH) {
    return invalid('password', 'account.passwordShort', { min: PASSWORD_MIN_LENGTH });
  }
  if (password.length > PASSWORD_MAX_LENGTH) {
    return invalid('password', 'account.passwordLong', { max: PASSWORD_MAX_LENGTH });
  }
  const easy = passwordFault(password, names);
  if (easy === null) return null;
  return invalid('password', easy === 'personal' ? 'account.passwordName' : 'account.passwordCommon');
}

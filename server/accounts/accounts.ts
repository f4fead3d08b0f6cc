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
  type RegisterInput,
  type UserInfo,
} from '#protocol/api.ts';
import { passwordFault } from '#protocol/password-strength.ts';
import { newId } from '../database/new-id.ts';
import { isDuplicate, type Db } from '../database/open-database.ts';
import type { User } from '../database/tables.ts';
import { invalid, refusal, type Refusal } from '../outcomes/outcome.ts';
import { isKnownBrowser } from './known-browsers.ts';
import { isKnownPlace, rememberPlace } from './known-places.ts';
import type { LoginGuard } from './login-guard.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { userNameLook } from '../database/user-name-look.ts';

const NICKNAME_MAX_LENGTH = 40;

/** Makes an account with its first folder: every template lies in a folder, so every user has one. */
export async function createAccount(
  db: Db,
  input: RegisterInput,
  folderName: string,
  now: number,
): Promise<Result<User, Refusal>> {
  const userName = (input.user_name ?? '').trim().normalize('NFKC');
  const email = (input.email ?? '').trim();
  const nickname = (input.nickname ?? '').trim();
  const fault = accountFault(userName, email, nickname, input.password);
  if (fault !== null) return err(fault);
  const passwordHash = await hashPassword(input.password);
  if (!passwordHash.ok) return err(BUSY);

  const user: User = {
    id: newId(now),
    user_name: userName === '' ? null : userName,
    user_name_key: userName === '' ? null : accountKey(userName),
    user_name_look: userName === '' ? null : userNameLook(userName),
    email: email === '' ? null : email,
    email_key: email === '' ? null : accountKey(email),
    password_hash: passwordHash.value,
    nickname: nickname !== '' ? nickname : userName !== '' ? userName : email.slice(0, email.indexOf('@')),
    head_pic: '',
    created_at: now,
  };
  try {
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('user').values(user).execute();
      await trx
        .insertInto('folder')
        .values({ id: newId(now), user_id: user.id, name: folderName, created_at: now })
        .execute();
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return err(await takenFault(db, user));
  }
  return ok(user);
}

/** What a sign-in comes with, beside the account's name and password. */
export interface LoginOrigin {
  readonly address: string;
  /** The token of the browser's own cookie; null for none. */
  readonly browserToken: string | null;
}

/** The user of that user name or e-mail address and password. Guesses are counted before they are checked. */
export async function authenticate(
  db: Db,
  guard: LoginGuard,
  { account, password }: LoginInput,
  { address, browserToken }: LoginOrigin,
  now: number,
): Promise<Result<User, Refusal>> {
  const user = await findByAccount(db, account);
  const known = user !== null && browserToken !== null && (await isKnownBrowser(db, browserToken, user.id, now));
  const attempt = {
    account: user?.id ?? accountKey(account),
    address,
    knownBrowser: known ? browserToken : null,
    knownPlace: user !== null && (await isKnownPlace(db, address, user.id, now)),
  };
  const admitted = await guard.admit(attempt, now);
  if (!admitted.ok) return err(refusal('tooMany', 'request.tooMany', { seconds: admitted.error }));
  if (password.length > PASSWORD_MAX_LENGTH) return err(WRONG_PASSWORD);
  const matches = await checkPassword(user?.password_hash ?? null, password);
  if (!matches.ok) return err(BUSY);
  if (!matches.value || user === null) return err(WRONG_PASSWORD);
  await guard.succeed(attempt);
  await rememberPlace(db, address, user.id, now);
  return ok(user);
}

const WRONG_PASSWORD = refusal('unauthorized', 'account.wrongPassword');
const BUSY = refusal('busy', 'server.busy', { seconds: 5 });

export async function anyAccount(db: Db): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** How account names are compared: in any case, and full-width or otherwise styled letters as the plain ones. */
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
  };
}

async function findByAccount(db: Db, account: string): Promise<User | null> {
  // A user name has no @, so one text can't mean two users.
  const column = account.includes('@') ? 'email_key' : 'user_name_key';
  // Names and addresses from before NFKC may be kept as they were typed.
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

/** Which of the new account's names another account has already. */
async function takenFault(db: Db, { user_name_key: name, user_name_look: look }: User): Promise<Refusal> {
  if (name === null) return invalid('email', 'account.emailTaken');
  const byName = await db
    .selectFrom('user')
    .select('user_name_key')
    .where((eb) => eb.or([eb('user_name_key', '=', name), eb('user_name_look', '=', look)]))
    .executeTakeFirst();
  if (byName === undefined) return invalid('email', 'account.emailTaken');
  return invalid('user_name', byName.user_name_key === name ? 'account.userNameTaken' : 'account.userNameLooksTaken');
}

function accountFault(userName: string, email: string, nickname: string, password: string): Refusal | null {
  if (userName === '' && email === '') return invalid('user_name', 'account.needsName');
  if (userName !== '' && !isUserName(userName)) {
    return invalid('user_name', 'account.userNameInvalid', { min: USER_NAME_MIN_LENGTH, max: USER_NAME_MAX_LENGTH });
  }
  if (email !== '' && !isEmail(email)) return invalid('email', 'account.emailInvalid', { max: EMAIL_MAX_LENGTH });
  if (nickname.length > NICKNAME_MAX_LENGTH) {
    return invalid('nickname', 'account.nicknameTooLong', { max: NICKNAME_MAX_LENGTH });
  }
  if (password.length < PASSWORD_MIN_LENGTH) {
    return invalid('password', 'account.passwordShort', { min: PASSWORD_MIN_LENGTH });
  }
  if (password.length > PASSWORD_MAX_LENGTH) {
    return invalid('password', 'account.passwordLong', { max: PASSWORD_MAX_LENGTH });
  }
  const easy = passwordFault(password, [userName, email, nickname]);
  if (easy !== null)
    return invalid('password', easy === 'personal' ? 'account.passwordName' : 'account.passwordCommon');
  return null;
}

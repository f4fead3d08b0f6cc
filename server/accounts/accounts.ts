import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  EMAIL_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  USER_NAME_MAX_LENGTH,
  USER_NAME_MIN_LENGTH,
  isEmail,
  isUserName,
  type RegisterInput,
  type UserInfo,
} from '#protocol/api.ts';
import { newId } from '../database/new-id.ts';
import { isDuplicate, type Db } from '../database/open-database.ts';
import type { User } from '../database/tables.ts';
import { invalid, refusal, type Refusal } from '../outcomes/outcome.ts';
import { checkPassword, hashPassword } from './passwords.ts';

const NICKNAME_MAX_LENGTH = 40;

/** Makes an account with its first folder. Nobody can be without a folder: templates lie in one. */
export async function createAccount(
  db: Db,
  input: RegisterInput,
  folderName: string,
  now: number,
): Promise<Result<User, Refusal>> {
  const userName = (input.user_name ?? '').trim().normalize('NFC');
  const email = (input.email ?? '').trim();
  const nickname = (input.nickname ?? '').trim();
  const fault = accountFault(userName, email, nickname, input.password);
  if (fault !== null) return err(fault);

  const user: User = {
    id: newId(now),
    user_name: userName === '' ? null : userName,
    user_name_key: userName === '' ? null : accountKey(userName),
    email: email === '' ? null : email,
    email_key: email === '' ? null : accountKey(email),
    password_hash: await hashPassword(input.password),
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
    const byName = await findByAccount(db, userName);
    return err(
      userName !== '' && byName !== null
        ? invalid('user_name', 'account.userNameTaken')
        : invalid('email', 'account.emailTaken'),
    );
  }
  return ok(user);
}

/** The user of that user name or e-mail address and password. */
export async function authenticate(db: Db, account: string, password: string): Promise<Result<User, Refusal>> {
  const user = await findByAccount(db, account.trim().normalize('NFC'));
  const matches =
    password.length <= PASSWORD_MAX_LENGTH && (await checkPassword(user?.password_hash ?? null, password));
  return matches && user !== null ? ok(user) : err(refusal('unauthorized', 'account.wrongPassword'));
}

export async function anyAccount(db: Db): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** How account names are compared, and counted against a limit. */
export function accountKey(account: string): string {
  return account.trim().normalize('NFC').toLowerCase();
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
  const user = await db.selectFrom('user').selectAll().where(column, '=', accountKey(account)).executeTakeFirst();
  return user ?? null;
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
  return null;
}

import type { UserInfo } from '#protocol/api.ts';
import type { SessionUser } from '#app/state/session.ts';

export function sessionUserOf(user: UserInfo): SessionUser {
  const named = [user.nickname, user.user_name, user.email].find((name) => name !== '');
  return {
    userId: user.user_id,
    name: named ?? user.user_id,
    email: user.email === '' ? null : user.email,
    picture: user.head_pic === '' ? null : user.head_pic,
  };
}

import { ok } from '#model/kernel/result.ts';
import { authenticate, createAccount, userInfoOf } from '../accounts/accounts.ts';
import { completeSignIn } from '../accounts/complete-sign-in.ts';
import { isMember } from '../accounts/members.ts';
import type { Handlers } from '../http/call-route.ts';
import { message } from '../outcomes/messages.ts';

/** Signing up, in and out, and who one is. */
export const accountHandlers: Pick<Handlers, 'register' | 'login' | 'logout' | 'currentUser' | 'profile' | 'member'> = {
  async register(context, input) {
    const folderName = message(context.language, 'folder.defaultName');
    const user = await createAccount(context.db, input, folderName, context.time);
    if (!user.ok) return user;
    await context.signIn(user.value);
    return ok(userInfoOf(user.value));
  },
  async login(context, input) {
    const user = await authenticate(context.db, context.logins, input, context.origin, context.time);
    return user.ok ? completeSignIn(context, user.value) : user;
  },
  async logout(context, input) {
    await context.signOut(input.forget === true);
    return ok(null);
  },
  async currentUser({ user }) {
    return ok(user === null ? null : userInfoOf(user));
  },
  async profile({ user }) {
    return ok({ head_pic: user.head_pic, nickname: user.nickname });
  },
  async member({ user }) {
    return ok({ is_member: isMember(user), expire_time: '' });
  },
};

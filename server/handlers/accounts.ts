import { ok } from '#model/kernel/result.ts';
import { WEB_APP_ID } from '#protocol/signed-calls.ts';
import { authenticate, createAccount, userInfoOf } from '../accounts/accounts.ts';
import { isMember } from '../accounts/members.ts';
import { privilegesOf } from '../accounts/privileges.ts';
import type { Handlers } from '../http/call-route.ts';
import { message } from '../outcomes/messages.ts';

/** Signing up, in and out, and who one is. */
export const accountHandlers: Pick<
  Handlers,
  'register' | 'login' | 'logout' | 'currentUser' | 'profile' | 'sessionKeys' | 'member'
> = {
  async register(context, input) {
    const folderName = message(context.language, 'folder.defaultName');
    const user = await createAccount(context.db, input, folderName, context.time);
    if (!user.ok) return user;
    await context.signIn(user.value);
    return ok(userInfoOf(user.value));
  },
  async login(context, input) {
    const user = await authenticate(context.db, context.logins, input, context.origin, context.time);
    if (!user.ok) return user;
    await context.signIn(user.value);
    return ok(userInfoOf(user.value));
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
  async sessionKeys({ signing, payloads, sessionHash, time }) {
    const { appKey, secret } = signing.keyOf(sessionHash);
    return ok({
      app_id: WEB_APP_ID,
      app_key: appKey,
      app_secret: secret.toString('base64'),
      payload_key: payloads.keyOf(sessionHash)?.toString('base64') ?? '',
      time: Math.floor(time / 1000),
    });
  },
  async member({ user }) {
    return ok({ is_member: isMember(user), expire_time: '', privileges: privilegesOf(user) });
  },
};

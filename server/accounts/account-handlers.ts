import { err, ok } from '#model/kernel/result.ts';
import { WEB_APP_ID } from '#protocol/signed-calls.ts';
import { authenticate, userInfoOf } from './accounts.ts';
import { refuseBreached } from './breached-passwords.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { isMember, privilegesOf, type PrivilegeServices } from '../membership/privileges.ts';
import { registerAccount } from './register.ts';
import type { Handlers, HttpServices } from '../http/call.ts';
import { countGrants } from '../membership/grants.ts';
import { message } from '../core/messages.ts';
import type { CoreServices } from '../core/services.ts';
import type { AccountServices } from './services.ts';
import type { PaymentServices } from '../membership/payments/open-payments.ts';
import { isoOf } from '../core/iso-time.ts';

/** Handlers for registration, sign-in, sign-out and the current user. */
export const accountHandlers: Pick<
  Handlers<
    Pick<CoreServices, 'db'> &
      Pick<HttpServices, 'signing' | 'payloads'> &
      Pick<AccountServices, 'breached' | 'logins'> &
      PrivilegeServices &
      PaymentServices
  >,
  'register' | 'login' | 'logout' | 'currentUser' | 'profile' | 'sessionKeys' | 'member'
> = {
  async register(context, input) {
    const breached = await refuseBreached(context.breached, input.password);
    if (breached !== null) return err(breached);
    const folderName = message(context.language, 'folder.defaultName');
    const user = await registerAccount(context, input, folderName);
    return user.ok ? completeSignIn(context, user.value) : user;
  },
  async login(context, input) {
    const user = await authenticate(context, input);
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
    return ok({ head_pic: user.head_pic, nickname: user.nickname, role: user.role });
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
  async member({ db, user, payments, privileges, time }) {
    const is = isMember(user, time);
    return ok({
      is_member: is,
      sold: payments.isOpen,
      member_num: await countGrants(db, user.id),
      status: is ? 1 : user.member_until === null ? 0 : 2,
      u_id: user.id,
      user_id: user.id,
      expire_time: isoOf(user.member_until),
      privileges: privilegesOf(privileges, user, time),
    });
  },
};

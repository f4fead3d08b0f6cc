import { err, ok } from '#model/kernel/result.ts';
import { refuseBreached } from './breached-passwords.ts';
import { bindAddress, bindingsOf, unbind } from './bindings.ts';
import { changePassword, resetPassword } from './change-password.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { confirmUser } from './confirm-user.ts';
import { canReach } from './messenger.ts';
import { authenticateByCode } from './register.ts';
import { sendCode } from './send-code.ts';
import { beginVisit, endVisit, registerIdentity } from './third-login.ts';
import type { Handlers } from '../http/call.ts';
import { message } from '../core/messages.ts';
import type { CoreServices } from '../core/services.ts';
import type { AccountServices } from './services.ts';

/** Where the provider sends the browser back to: a screen, which passes its query to `thirdLogin`. */
const RETURN_PATH = '/thirdLogin';

/** Handlers for codes, third parties and sign-in methods. */
export const signInHandlers: Pick<
  Handlers<Pick<CoreServices, 'db'> & AccountServices>,
  | 'signInWays'
  | 'sendCode'
  | 'loginByCode'
  | 'resetPassword'
  | 'thirdLoginStart'
  | 'thirdLogin'
  | 'thirdRegister'
  | 'bindings'
  | 'changePassword'
  | 'sendBindCode'
  | 'bindAddress'
  | 'bindThirdStart'
  | 'unbind'
> = {
  async signInWays({ messenger, oidc }) {
    return ok({
      email: canReach(messenger, 'email'),
      phone: canReach(messenger, 'phone'),
      outbox: messenger.outbox,
      providers: oidc.providers.map(({ id, name }) => ({ id, name })),
    });
  },
  sendCode: (context, input) => sendCode(context, input.purpose, input),
  async loginByCode(context, input) {
    const user = await authenticateByCode(context, input);
    return user.ok ? completeSignIn(context, user.value) : user;
  },
  async resetPassword(context, input) {
    const breached = await refuseBreached(context.breached, input.password);
    return breached === null ? resetPassword(context, input) : err(breached);
  },
  thirdLoginStart: (context, { provider }) => beginVisit(context, provider, context.pageOrigin + RETURN_PATH, null),
  thirdLogin: (context, input) => endVisit(context, input),
  thirdRegister: (context, input) => registerIdentity(context, input, message(context.language, 'folder.defaultName')),
  async bindings({ db, user }) {
    return ok(await bindingsOf(db, user));
  },
  async changePassword(context, input) {
    const breached = await refuseBreached(context.breached, input.password);
    return breached === null ? changePassword(context, input.old_password, input.password) : err(breached);
  },
  sendBindCode: (context, input) => sendCode(context, `bind ${context.user.id}`, input),
  bindAddress: (context, input) => bindAddress(context, input),
  async bindThirdStart(context, { provider, password }) {
    const confirmed = await confirmUser(context, password);
    if (!confirmed.ok) return err(confirmed.error);
    return beginVisit(context, provider, context.pageOrigin + RETURN_PATH, context.user);
  },
  unbind: (context, input) => unbind(context, input),
};

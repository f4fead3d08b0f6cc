import { err, ok } from '#model/kernel/result.ts';
import { refuseBlocked, completeSecondFactor } from './complete-sign-in.ts';
import { accountName, confirmOwner, hasPassword } from './confirm-owner.ts';
import {
  addPasskey,
  authenticateByPasskey,
  deletePasskey,
  listPasskeys,
  passkeysPossible,
  registrationOptions,
  renamePasskey,
  signInOptions,
} from './passkeys.ts';
import { confirmSecondFactor, draftSecondFactor, dropSecondFactor, secondFactorState } from './second-factor.ts';
import { userInfoOf } from './accounts.ts';
import { endAllSessions, endSession, listSessions } from './session-list.ts';
import type { Handlers } from '../http/call.ts';
import type { CoreServices } from '../core/services.ts';
import type { AccountServices } from './services.ts';

/** Handlers for sessions, one-time codes and passkeys. */
export const securityHandlers: Pick<
  Handlers<Pick<CoreServices, 'db' | 'secrets'> & Pick<AccountServices, 'logins'>>,
  | 'sessionList'
  | 'endSession'
  | 'endAllSessions'
  | 'accountSecurity'
  | 'beginSecondFactor'
  | 'confirmSecondFactor'
  | 'endSecondFactor'
  | 'signInSecondFactor'
  | 'beginPasskey'
  | 'addPasskey'
  | 'renamePasskey'
  | 'deletePasskey'
  | 'beginPasskeySignIn'
  | 'passkeySignIn'
> = {
  async sessionList({ db, user, sessionHash, time }) {
    const list = await listSessions(db, user.id, sessionHash, time);
    return ok({ list, count: list.length });
  },
  endSession({ db, user }, input) {
    return endSession(db, user.id, input.id);
  },
  async endAllSessions(context) {
    await endAllSessions(context.db, context.user.id);
    await context.signOut(false);
    return ok(null);
  },
  async accountSecurity({ db, user, pageOrigin }) {
    const { since, left } = await secondFactorState(db, user.id);
    return ok({
      has_password: hasPassword(user),
      account_name: accountName(user),
      second_factor: since,
      recovery_codes_left: left,
      passkeys: await listPasskeys(db, user.id),
      passkeys_possible: passkeysPossible(pageOrigin),
    });
  },
  async beginSecondFactor(context, input) {
    const owner = await confirmOwner(context, context.user, input.confirmation);
    return owner.ok ? ok(await draftSecondFactor(context, context.user)) : owner;
  },
  async confirmSecondFactor(context, input) {
    const codes = await confirmSecondFactor(context, context.user.id, input.code);
    return codes.ok ? ok({ recovery_codes: codes.value }) : codes;
  },
  async endSecondFactor(context, input) {
    const owner = await confirmOwner(context, context.user, input.confirmation);
    if (!owner.ok) return owner;
    await dropSecondFactor(context.db, context.user.id);
    return ok(null);
  },
  signInSecondFactor(context, input) {
    return completeSecondFactor(context, input);
  },
  async beginPasskey(context, input) {
    const owner = await confirmOwner(context, context.user, input.confirmation);
    return owner.ok ? registrationOptions(context, context.user) : owner;
  },
  addPasskey(context, input) {
    return addPasskey(context, context.user, input.name, input.response);
  },
  renamePasskey({ db, user }, input) {
    return renamePasskey(db, user.id, input.id, input.name);
  },
  deletePasskey({ db, user }, input) {
    return deletePasskey(db, user.id, input.id);
  },
  beginPasskeySignIn(context) {
    return signInOptions(context);
  },
  async passkeySignIn(context, input) {
    const user = await authenticateByPasskey(context, input.response);
    if (!user.ok) return user;
    const blocked = refuseBlocked(user.value);
    if (blocked !== null) return err(blocked);
    await context.signIn(user.value);
    return ok(userInfoOf(user.value));
  },
};

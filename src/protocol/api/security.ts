import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { userInfo, type UserInfo } from './accounts.ts';
import { noInput, nothing, post, shape, userId, type Call, type NoInput } from './call.ts';
import { nameString } from '../shown-text.ts';

export const RECOVERY_CODES = 10;
export const PASSKEY_NAME_MAX_LENGTH = 60;

/** Milliseconds since 1970. */
const time = Type.Integer();
const timeOrNever = Type.Union([time, Type.Null()]);
/** The user's password: a hijacked session must not be able to change the ways to sign in. */
const confirmation = Type.String({ maxLength: 1000 });

const session = Type.Object({
  /** Identifies the session; it can't be used to sign in. */
  id: Type.String(),
  /** Proper names such as Firefox and Windows; empty if unknown. */
  browser: Type.String(),
  system: Type.String(),
  /** Shortened: the network, not the machine. */
  address: Type.String(),
  created: time,
  used: time,
  /** Whether it is the session of this request. */
  current: Type.Boolean(),
});
export type SessionInfo = Message<typeof session>;
const sessionListAnswer = Type.Object({ list: Type.Array(session), count: Type.Integer() });
export type SessionList = Message<typeof sessionListAnswer>;
/** The user's sessions: the current one first, then the last used. */
export const sessionList: Call<NoInput, SessionList, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getSessionList',
  noInput,
  shape(sessionListAnswer),
);

const endSessionInput = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }), user_id: userId });
export type EndSessionInput = Message<typeof endSessionInput>;
/** Ends one of the user’s sessions. */
export const endSession: Call<EndSessionInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/endSession',
  shape(endSessionInput),
  nothing,
);

/** Ends all of the user's sessions, including this one. */
export const endAllSessions: Call<NoInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/endAllSessions',
  noInput,
  nothing,
);

const passkey = Type.Object({ id: Type.String(), name: Type.String(), created: time, used: timeOrNever });
export type PasskeyInfo = Message<typeof passkey>;
const securityAnswer = Type.Object({
  /** False for an account without a password. */
  has_password: Type.Boolean(),
  /** Confirms actions of an account without a password. */
  account_name: Type.String(),
  /** Since when one-time codes are required; null: they are not. */
  second_factor: timeOrNever,
  recovery_codes_left: Type.Integer(),
  passkeys: Type.Array(passkey),
  /** Browsers accept passkeys for host names only, not for addresses. */
  passkeys_possible: Type.Boolean(),
});
export type AccountSecurity = Message<typeof securityAnswer>;
/** The second factor and the passkeys of the account. */
export const accountSecurity: Call<NoInput, AccountSecurity, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getAccountSecurity',
  noInput,
  shape(securityAnswer),
);

const confirmedInput = Type.Object({ confirmation, user_id: userId });
export type ConfirmedInput = Message<typeof confirmedInput>;
const beginSecondFactorAnswer = Type.Object({
  /** For typing, base32. */
  secret: Type.String(),
  /** `otpauth://totp/…`, for a QR code. */
  uri: Type.String(),
});
export type SecondFactorDraft = Message<typeof beginSecondFactorAnswer>;
/** Makes a new secret. The active one stays active until a code of the new one is confirmed. */
export const beginSecondFactor: Call<ConfirmedInput, SecondFactorDraft, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/beginSecondFactor',
  shape(confirmedInput),
  shape(beginSecondFactorAnswer),
);

const code = Type.String({ minLength: 1, maxLength: 100 });
const confirmSecondFactorInput = Type.Object({ code, user_id: userId });
export type ConfirmSecondFactorInput = Message<typeof confirmSecondFactorInput>;
const recoveryCodesAnswer = Type.Object({ recovery_codes: Type.Array(Type.String()) });
export type RecoveryCodes = Message<typeof recoveryCodesAnswer>;
/** Activates the new secret. The recovery codes are returned only once; earlier ones are revoked. */
export const confirmSecondFactor: Call<ConfirmSecondFactorInput, RecoveryCodes, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/confirmSecondFactor',
  shape(confirmSecondFactorInput),
  shape(recoveryCodesAnswer),
);

/** Removes the second factor and its recovery codes from the account. */
export const endSecondFactor: Call<ConfirmedInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/endSecondFactor',
  shape(confirmedInput),
  nothing,
);

const secondFactorInput = Type.Object({ ticket: Type.String({ maxLength: 200 }), code });
export type SecondFactorInput = Message<typeof secondFactorInput>;
/**
 * Completes a sign-in that was answered with `API_CODES.secondFactor`; `code` is a one-time code or a recovery code.
 */
export const signInSecondFactor: Call<SecondFactorInput, UserInfo, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/userLoginSecondFactor',
  shape(secondFactorInput),
  userInfo,
);

/** The arguments of the browser's WebAuthn functions, as JSON. */
const browserOptions = Type.Object({ options: Type.Record(Type.String(), Type.Unknown()) });
export type BrowserOptions = Message<typeof browserOptions>;
const encoded = Type.String({ maxLength: 20_000 });
const credential = {
  id: Type.String({ maxLength: 2000 }),
  rawId: Type.String({ maxLength: 2000 }),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}),
};
const attestation = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
});
export type PasskeyAttestation = Message<typeof attestation>;
const assertion = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: Type.Optional(encoded),
  }),
});
export type PasskeyAssertion = Message<typeof assertion>;

/** The options for making a passkey for the account. */
export const beginPasskey: Call<ConfirmedInput, BrowserOptions, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/beginPasskey',
  shape(confirmedInput),
  shape(browserOptions),
);

const passkeyName = nameString({ maxLength: 1000 });
const addPasskeyInput = Type.Object({ name: passkeyName, response: attestation, user_id: userId });
export type AddPasskeyInput = Message<typeof addPasskeyInput>;
/** Adds the passkey that the browser has made. */
export const addPasskey: Call<AddPasskeyInput, PasskeyInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addPasskey',
  shape(addPasskeyInput),
  shape(passkey),
);

const passkeyId = Type.String({ minLength: 1, maxLength: 2000 });
const renamePasskeyInput = Type.Object({ id: passkeyId, name: passkeyName, user_id: userId });
export type RenamePasskeyInput = Message<typeof renamePasskeyInput>;
/** Renames a passkey. */
export const renamePasskey: Call<RenamePasskeyInput, PasskeyInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/editPasskey',
  shape(renamePasskeyInput),
  shape(passkey),
);

const deletePasskeyInput = Type.Object({ id: passkeyId, user_id: userId });
export type DeletePasskeyInput = Message<typeof deletePasskeyInput>;
/** Removes a passkey from the account. */
export const deletePasskey: Call<DeletePasskeyInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delPasskey',
  shape(deletePasskeyInput),
  nothing,
);

/** The options for signing in with a passkey. */
export const beginPasskeySignIn: Call<NoInput, BrowserOptions, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/beginPasskeyLogin',
  noInput,
  shape(browserOptions),
);

const passkeySignInInput = Type.Object({ response: assertion });
export type PasskeySignInInput = Message<typeof passkeySignInInput>;
/** Signs in with a passkey alone: it proves possession and identity, so no other factor is required. */
export const passkeySignIn: Call<PasskeySignInInput, UserInfo, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/passkeyLogin',
  shape(passkeySignInInput),
  userInfo,
);

export interface SecurityCalls {
  readonly sessionList: typeof sessionList;
  readonly endSession: typeof endSession;
  readonly endAllSessions: typeof endAllSessions;
  readonly accountSecurity: typeof accountSecurity;
  readonly beginSecondFactor: typeof beginSecondFactor;
  readonly confirmSecondFactor: typeof confirmSecondFactor;
  readonly endSecondFactor: typeof endSecondFactor;
  readonly signInSecondFactor: typeof signInSecondFactor;
  readonly beginPasskey: typeof beginPasskey;
  readonly addPasskey: typeof addPasskey;
  readonly renamePasskey: typeof renamePasskey;
  readonly deletePasskey: typeof deletePasskey;
  readonly beginPasskeySignIn: typeof beginPasskeySignIn;
  readonly passkeySignIn: typeof passkeySignIn;
}

export const SECURITY_CALLS: SecurityCalls = {
  sessionList,
  endSession,
  endAllSessions,
  accountSecurity,
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  signInSecondFactor,
  beginPasskey,
  addPasskey,
  renamePasskey,
  deletePasskey,
  beginPasskeySignIn,
  passkeySignIn,
};

import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { userInfo, type UserInfo } from './accounts.ts';
import { get, noInput, post, shape, type Call, type NoInput } from './call.ts';

export const CODE_DIGITS = 6;
/** A code that can't be guessed, sent when the account is under attack. */
export const LONG_CODE_DIGITS = 16;
/** Seconds until another code can be requested. */
export const CODE_RESEND_SECONDS = 60;

const long = Type.String({ maxLength: 1000 });
/** ISO 3166, for a number without a plus. */
const country = Type.Optional(Type.String({ maxLength: 2 }));
const code = Type.String({ maxLength: 40 });

const waysAnswer = Type.Object({
  /** Whether codes can be sent there. */
  email: Type.Boolean(),
  phone: Type.Boolean(),
  /** Nothing leaves this machine: codes are on the server's console. */
  outbox: Type.Boolean(),
  /** The third parties for signing in. */
  providers: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
});
export type SignInWays = Message<typeof waysAnswer>;
/** The ways to sign in to this server, in addition to a name and a password. */
export const signInWays: Call<NoInput, SignInWays, 'public'> = get(
  'public',
  '/interface/api/tem.app_public/getSignInWays',
  noInput,
  shape(waysAnswer),
);

const sendCodeInput = Type.Object({
  purpose: Type.Union([Type.Literal('register'), Type.Literal('login'), Type.Literal('reset')]),
  /** An e-mail address or a phone number. */
  target: long,
  country,
});
export type SendCodeInput = Message<typeof sendCodeInput>;
const sendCodeAnswer = Type.Object({
  /** The stored address that the message was sent to. */
  target: Type.String(),
  resend_seconds: Type.Integer(),
});
export type SentCode = Message<typeof sendCodeAnswer>;
export const sentCode = shape(sendCodeAnswer);
/** Sends a message, with a code if the account fits the purpose. The answer is the same with and without an account. */
export const sendCode: Call<SendCodeInput, SentCode, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/sendCode',
  shape(sendCodeInput),
  sentCode,
);

const loginByCodeInput = Type.Object({ target: long, country, code });
export type LoginByCodeInput = Message<typeof loginByCodeInput>;
/** Signs in with a code that was sent to the account’s address or number. */
export const loginByCode: Call<LoginByCodeInput, UserInfo, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/userLoginByCode',
  shape(loginByCodeInput),
  userInfo,
);

const resetPasswordInput = Type.Object({ target: long, country, code, password: long });
export type ResetPasswordInput = Message<typeof resetPasswordInput>;
/** Sets a new password with a code, ends all sessions and signs in. */
export const resetPassword: Call<ResetPasswordInput, UserInfo, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/forgetPassword',
  shape(resetPasswordInput),
  userInfo,
);

const startInput = Type.Object({ provider: Type.String({ maxLength: 64 }) });
export type ThirdLoginStartInput = Message<typeof startInput>;
const startAnswer = Type.Object({
  /** The address for the browser. */
  url: Type.String(),
  /** The page stores this until the browser returns: without it, the provider's answer is useless. */
  ticket: Type.String(),
});
export type ThirdLoginStart = Message<typeof startAnswer>;
export const thirdLoginStarted = shape(startAnswer);
/** Begins a sign-in at a third party: the address for the browser, and the ticket for its return. */
export const thirdLoginStart: Call<ThirdLoginStartInput, ThirdLoginStart, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/thirdLoginStart',
  shape(startInput),
  thirdLoginStarted,
);

const thirdLoginInput = Type.Object({
  ticket: Type.String({ maxLength: 100 }),
  /** The query with which the provider has redirected the browser back, without its question mark. */
  query: Type.String({ maxLength: 8000 }),
});
export type ThirdLoginInput = Message<typeof thirdLoginInput>;
const thirdLoginAnswer = Type.Union([
  Type.Object({ outcome: Type.Literal('signedIn'), user: Type.Unsafe<UserInfo>(userInfo) }),
  /** An unknown identity: `thirdRegister` with the same ticket makes an account for it. */
  Type.Object({ outcome: Type.Literal('new'), provider: Type.String(), label: Type.String() }),
  Type.Object({ outcome: Type.Literal('bound'), provider: Type.String() }),
]);
export type ThirdLogin = Message<typeof thirdLoginAnswer>;
/** Completes the visit at a third party: signs in, binds the account there, or reports an unknown identity. */
export const thirdLogin: Call<ThirdLoginInput, ThirdLogin, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/thirdLogin',
  shape(thirdLoginInput),
  shape(thirdLoginAnswer),
);

const thirdRegisterInput = Type.Object({ ticket: Type.String({ maxLength: 100 }), agreement: Type.Boolean() });
export type ThirdRegisterInput = Message<typeof thirdRegisterInput>;
/** Makes an account for a user who returned from a third party, and signs in. */
export const thirdRegister: Call<ThirdRegisterInput, UserInfo, 'public'> = post(
  'public',
  '/interface/api/tem.app_public/thirdRegister',
  shape(thirdRegisterInput),
  userInfo,
);

export interface SignInCalls {
  readonly signInWays: typeof signInWays;
  readonly sendCode: typeof sendCode;
  readonly loginByCode: typeof loginByCode;
  readonly resetPassword: typeof resetPassword;
  readonly thirdLoginStart: typeof thirdLoginStart;
  readonly thirdLogin: typeof thirdLogin;
  readonly thirdRegister: typeof thirdRegister;
}

export const SIGN_IN_CALLS: SignInCalls = {
  signInWays,
  sendCode,
  loginByCode,
  resetPassword,
  thirdLoginStart,
  thirdLogin,
  thirdRegister,
};

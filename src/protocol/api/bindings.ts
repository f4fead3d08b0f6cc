import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { noInput, nothing, post, shape, userId, type Call, type NoInput } from './call.ts';
import { sentCode, thirdLoginStarted, type SentCode, type ThirdLoginStart } from './sign-in.ts';

const long = Type.String({ maxLength: 1000 });
const country = Type.Optional(Type.String({ maxLength: 2 }));

const bindingsAnswer = Type.Object({
  /** These three are empty for none. */
  user_name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  /** Whether a code that was sent there has been confirmed. */
  email_confirmed: Type.Boolean(),
  phone_confirmed: Type.Boolean(),
  has_password: Type.Boolean(),
  identities: Type.Array(
    Type.Object({
      provider: Type.String(),
      /** The name of the account there. */
      label: Type.String(),
      /** Milliseconds since 1970. */
      bound_at: Type.Number(),
    }),
  ),
});
export type Bindings = Message<typeof bindingsAnswer>;
/** The ways to sign in to the account. */
export const bindings: Call<NoInput, Bindings, 'session'> = post(
  'session',
  '/interface/api/tem.app_user/getBindings',
  noInput,
  shape(bindingsAnswer),
);

const changePasswordInput = Type.Object({
  /** Empty for an account without one. */
  old_password: long,
  password: long,
  user_id: userId,
});
export type ChangePasswordInput = Message<typeof changePasswordInput>;
/** Changes the password. All other sessions end; remembered browsers are forgotten. */
export const changePassword: Call<ChangePasswordInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_user/changePassword',
  shape(changePasswordInput),
  nothing,
);

const sendBindCodeInput = Type.Object({ target: long, country, user_id: userId });
export type SendBindCodeInput = Message<typeof sendBindCodeInput>;
/** Sends a code to a new address or number of the account. */
export const sendBindCode: Call<SendBindCodeInput, SentCode, 'session'> = post(
  'session',
  '/interface/api/tem.app_user/sendBindCode',
  shape(sendBindCodeInput),
  sentCode,
);

const bindAddressInput = Type.Object({
  target: long,
  country,
  code: Type.String({ maxLength: 20 }),
  password: long,
  user_id: userId,
});
export type BindAddressInput = Message<typeof bindAddressInput>;
/** Sets or replaces the account's e-mail address or phone number. */
export const bindAddress: Call<BindAddressInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_user/bindAddress',
  shape(bindAddressInput),
  nothing,
);

const bindThirdStartInput = Type.Object({ provider: Type.String({ maxLength: 64 }), password: long, user_id: userId });
export type BindThirdStartInput = Message<typeof bindThirdStartInput>;
/** As `thirdLoginStart`, for binding the external account to the signed-in one. */
export const bindThirdStart: Call<BindThirdStartInput, ThirdLoginStart, 'session'> = post(
  'session',
  '/interface/api/tem.app_user/bindThirdStart',
  shape(bindThirdStartInput),
  thirdLoginStarted,
);

const unbindInput = Type.Object({
  what: Type.Union([Type.Literal('email'), Type.Literal('phone'), Type.Literal('third')]),
  /** With `third`: the provider. */
  provider: Type.Optional(Type.String({ maxLength: 64 })),
  password: long,
  user_id: userId,
});
export type UnbindInput = Message<typeof unbindInput>;
/** Removes a way to sign in from the account. Rejected for the last one. */
export const unbind: Call<UnbindInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_user/unbind',
  shape(unbindInput),
  nothing,
);

export interface BindingCalls {
  readonly bindings: typeof bindings;
  readonly changePassword: typeof changePassword;
  readonly sendBindCode: typeof sendBindCode;
  readonly bindAddress: typeof bindAddress;
  readonly bindThirdStart: typeof bindThirdStart;
  readonly unbind: typeof unbind;
}

export const BINDING_CALLS: BindingCalls = {
  bindings,
  changePassword,
  sendBindCode,
  bindAddress,
  bindThirdStart,
  unbind,
};

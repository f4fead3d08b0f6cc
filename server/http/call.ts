import type { Result } from '#model/kernel/result.ts';
import type { AnswerOf, CallName, Calls, InputOf, Language } from '#protocol/api.ts';
import type { ApiError } from '../core/api-error.ts';
import type { User } from '../core/database/tables.ts';
import type { Cookies } from './cookies.ts';
import type { Payloads } from './payloads.ts';
import type { SigningKeys } from './signing.ts';

/** The services of every call. */
export interface HttpServices {
  readonly cookies: Cookies;
  /** The keys of signed calls. */
  readonly signing: SigningKeys;
  /** The encrypted calls and their keys. */
  readonly payloads: Payloads;
}

/** The origin of a request. */
export interface LoginOrigin {
  /** As `clientAddress` writes it. */
  readonly address: string;
  /** The token of the browser's own cookie; null for none. */
  readonly browserToken: string | null;
}

/** One request of a call. `user` comes from the session and never from the request. */
export interface CallContext<MaybeUser> {
  readonly language: Language;
  readonly time: number;
  readonly user: MaybeUser;
  /** Identifies the session without its rights; empty for none. */
  readonly sessionHash: string;
  readonly origin: LoginOrigin;
  /** The browser's user agent; empty for none. */
  readonly userAgent: string;
  /** When the session began; null without one. */
  readonly signedInAt: number | null;
  /** The address of this product in the browser: `https://labels.example.com`. */
  readonly pageOrigin: string;
  /** Aborts when the client disconnects before the answer. */
  readonly disconnected: AbortSignal;
  /**
   * Opens a session for a user who has passed all factors, sets the browser's cookie, and remembers the browser and the
   * address as this user's.
   */
  readonly signIn: (user: User) => Promise<void>;
  /** Ends the session; `forget` also makes the browser unknown again. */
  readonly signOut: (forget: boolean) => Promise<void>;
}

/** Answers a call with the services that it declares in `Needed`. */
export type Handler<Name extends CallName, Needed> = (
  context: CallContext<Calls[Name]['access'] extends 'public' ? User | null : User> & Needed,
  input: InputOf<Name>,
) => Promise<Result<AnswerOf<Name>, ApiError>>;
/** Handlers of calls, which need the services `Needed`. */
export type Handlers<Needed> = { readonly [Name in CallName]: Handler<Name, Needed> };

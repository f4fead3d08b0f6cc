import { Type, type TSchema, type TUnsafe } from 'typebox';
import type { Message } from '../message.ts';

/** A schema whose static type is `T`. */
export type Shape<T> = TUnsafe<T>;

/** The schema of a call's input or answer. */
export function shape<S extends TSchema>(schema: S): Shape<Message<S>> {
  return Type.Unsafe<Message<S>>(schema);
}

/** Must be that of the session, if given. */
export const userId = Type.Optional(Type.String({ maxLength: 64 }));

/**
 * The codes of the envelope (specification 1, section 8). `signedOut` clears the client's session;
 * `refused` and `forbidden` are rejected without a message by default.
 */
export const API_CODES = {
  success: 200,
  /** Invalid input; the message says which. */
  invalid: 209,
  /** There is no session, or it has expired. */
  signedOut: 301,
  /** Incorrect user name or password, or an invalid upload token. */
  unauthorized: 401,
  /** A limit of the account is reached. */
  refused: 402,
  /** A `user_id` that is not the session's, or a request from another origin. */
  forbidden: 403,
  notFound: 404,
  /** The folder already has a template of that name; `data` has its id and revision. */
  nameTaken: 405,
  /** The template was changed since the version that a save started from; `data` has its current revision. */
  changedMeanwhile: 409,
  /** The request arrived too slowly, or stopped halfway. */
  tooSlow: 408,
  tooLarge: 413,
  wrongType: 415,
  /** The password was right, and a one-time code is needed too; `data` has the ticket for it. */
  secondFactor: 428,
  tooMany: 429,
  failed: 500,
  /** The server's disk is full. */
  noSpace: 507,
  /** More work is queued than can be done in time. */
  busy: 503,
} as const;
export type ApiCode = (typeof API_CODES)[keyof typeof API_CODES];

/** The answer of every call. `data` is null unless the code says otherwise. */
export interface Envelope {
  readonly code: number;
  readonly data: unknown;
  readonly message: string;
}

/** Who may make a call: anyone, only a session's user, or only an operator of the installation. */
export type Access = 'public' | 'session' | 'operator';

/** One call of the HTTP API. GET calls take their input from the query. */
export interface Call<Input, Answer, A extends Access = Access> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: A;
  readonly input: Shape<Input>;
  readonly answer: Shape<Answer>;
  /** The body carries a signature (protocol/signed-calls.ts); the client adds it, the server checks it. */
  readonly signed?: true;
}

export function post<Input, Answer, A extends Access>(
  access: A,
  path: string,
  input: Shape<Input>,
  answer: Shape<Answer>,
): Call<Input, Answer, A> {
  return { method: 'POST', path, access, input, answer };
}

export function get<Input, Answer, A extends Access>(
  access: A,
  path: string,
  input: Shape<Input>,
  answer: Shape<Answer>,
): Call<Input, Answer, A> {
  return { method: 'GET', path, access, input, answer };
}

/** The body of a call without input. */
export const noInput = shape(Type.Object({ user_id: userId }));
export type NoInput = Message<typeof noInput>;

/** The answer of a call without a result. */
export const nothing = shape(Type.Null());

import { refusal, type Refusal } from '../core/errors/api-error.ts';

/** Whether an upload token was given to the user who asks, and still holds. */
export type CheckToken = (token: string) => Promise<boolean>;

export const TOKEN_INVALID: Refusal = refusal('unauthorized', 'upload.tokenInvalid');

export function tooLarge(limitBytes: number): Refusal {
  return refusal('tooLarge', 'upload.tooLarge', { limit: limitBytes / 1024 });
}

/** A form that breaks off or is none; the error handler answers it. */
class MalformedForm extends Error {
  readonly statusCode = 400;
}

/** What reading a form threw: the form reader's own errors say which status they are; what comes from deeper is the form's fault. */
export function formFault(error: unknown): Error {
  return error instanceof Error && 'statusCode' in error ? error : new MalformedForm('form');
}

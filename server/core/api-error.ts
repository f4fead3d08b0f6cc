import { API_CODES, type ApiCode } from '#protocol/api.ts';
import type { MessageKey, MessageParams } from './messages.ts';

/** An error of a call: an envelope code, a message, and sometimes data. */
export interface ApiError {
  readonly code: ApiCode;
  readonly message: MessageKey;
  readonly params?: MessageParams;
  /** Data of the envelope: the invalid field, the template that has the name. */
  readonly data?: Readonly<Record<string, string | number>>;
}

export function apiError(
  code: keyof typeof API_CODES,
  message: MessageKey,
  params: MessageParams = {},
  data?: ApiError['data'],
): ApiError {
  return { code: API_CODES[code], message, params, ...(data === undefined ? {} : { data }) };
}

/** An invalid input; `field` names it for the form. */
export function invalid(field: string, message: MessageKey, params: MessageParams = {}): ApiError {
  return apiError('invalid', message, params, { field });
}

/**
 * The HTTP status of an envelope code. Codes that a dialog handles (209, 402, 405, and our own 409 and 428) are a
 * success of HTTP, as the specification's client expects; those that a proxy or a log should notice have their own
 * status.
 */
export function httpStatus(code: ApiCode): number {
  switch (code) {
    case API_CODES.success:
    case API_CODES.invalid:
    case API_CODES.refused:
    case API_CODES.nameTaken:
    case API_CODES.changedMeanwhile:
    case API_CODES.secondFactor:
      return 200;
    case API_CODES.signedOut:
      return 401;
    default:
      return code;
  }
}

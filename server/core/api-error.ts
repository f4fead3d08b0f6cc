import { API_CODES, type ApiCode } from '#protocol/api.ts';
import type { MessageKey, MessageParams } from './messages.ts';

/** Why a call does not give what was asked for: an envelope code, a message, and sometimes data. */
export interface ApiError {
  readonly code: ApiCode;
  readonly message: MessageKey;
  readonly params?: MessageParams;
  /** What the envelope carries with it: the field that is wrong, the template that has the name. */
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

/** An input that is not valid; `field` names it for the form. */
export function invalid(field: string, message: MessageKey, params: MessageParams = {}): ApiError {
  return apiError('invalid', message, params, { field });
}

/**
 * The HTTP status that goes with the envelope code. What a dialog answers to (209, 402, 405, and our own 409 and 428) is a success of HTTP, as
 * the specification's client expects; what a proxy or a log should notice has its own status.
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

import { assertNever } from '#model/kernel/assert-never.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { apiError, type ApiError } from '../api-error.ts';

const MIB = 1024 * 1024;

/** The API error for a failed fetch. */
export function apiErrorOfFault(fault: FetchFault): ApiError {
  switch (fault.type) {
    case 'address':
      return apiError('invalid', 'net.address');
    case 'unreachable':
      return apiError('invalid', 'net.unreachable');
    case 'redirects':
      return apiError('invalid', 'net.redirects');
    case 'tooSlow':
      return apiError('invalid', 'net.tooSlow');
    case 'incomplete':
      return apiError('invalid', 'net.incomplete');
    case 'aborted':
      // The client has disconnected and won't read it.
      return apiError('invalid', 'net.incomplete');
    case 'status':
      return apiError('invalid', 'net.status', { status: fault.status });
    case 'tooLarge':
      return apiError('invalid', 'net.tooLarge', { limit: Math.floor(fault.limitBytes / MIB) });
    default:
      return assertNever(fault);
  }
}

/** The API error for a file that can't be read as a spreadsheet. */
export function apiErrorOfProblem({ code, params }: Problem): ApiError {
  switch (code) {
    case 'data.encodingUnsure':
      return apiError('invalid', 'net.encodingUnsure', { encodings: params?.['encodings'] ?? '' });
    case 'file.wrongType':
      return apiError('invalid', 'net.notSpreadsheet');
    case 'data.noSheet':
      return apiError('invalid', 'net.noSheet');
    case 'data.empty':
    case 'data.noSheets':
      return apiError('invalid', 'net.empty');
    case 'data.tooLarge':
    case 'data.timeout':
      return apiError('invalid', 'net.tooComplex');
    default:
      return apiError('invalid', 'net.unreadable');
  }
}

/**
 * Why a fetch failed. `unreachable` also covers forbidden addresses: the answer must not reveal the server's own
 * network to the user.
 */
export type FetchFault =
  | { readonly type: 'address' | 'unreachable' | 'redirects' | 'tooSlow' | 'incomplete' | 'aborted' }
  | { readonly type: 'status'; readonly status: number }
  | { readonly type: 'tooLarge'; readonly limitBytes: number };

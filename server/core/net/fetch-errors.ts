import { assertNever } from '#model/kernel/assert-never.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { refusal, type Refusal } from '../api-error.ts';

const MIB = 1024 * 1024;

/** How it is said that nothing was fetched. */
export function refusalOfFault(fault: FetchFault): Refusal {
  switch (fault.type) {
    case 'address':
      return refusal('invalid', 'net.address');
    case 'unreachable':
      return refusal('invalid', 'net.unreachable');
    case 'redirects':
      return refusal('invalid', 'net.redirects');
    case 'tooSlow':
      return refusal('invalid', 'net.tooSlow');
    case 'incomplete':
      return refusal('invalid', 'net.incomplete');
    case 'aborted':
      // Nobody is there to read it.
      return refusal('invalid', 'net.incomplete');
    case 'status':
      return refusal('invalid', 'net.status', { status: fault.status });
    case 'tooLarge':
      return refusal('invalid', 'net.tooLarge', { limit: Math.floor(fault.limitBytes / MIB) });
    default:
      return assertNever(fault);
  }
}

/** How it is said that what was fetched cannot be read as a spreadsheet. */
export function refusalOfProblem({ code, params }: Problem): Refusal {
  switch (code) {
    case 'data.encodingUnsure':
      return refusal('invalid', 'net.encodingUnsure', { encodings: params?.['encodings'] ?? '' });
    case 'file.wrongType':
      return refusal('invalid', 'net.notSpreadsheet');
    case 'data.noSheet':
      return refusal('invalid', 'net.noSheet');
    case 'data.empty':
    case 'data.noSheets':
      return refusal('invalid', 'net.empty');
    case 'data.tooLarge':
    case 'data.timeout':
      return refusal('invalid', 'net.tooComplex');
    default:
      return refusal('invalid', 'net.unreadable');
  }
}

/**
 * Why nothing was fetched. `unreachable` also stands for what is not allowed: whoever asks must not learn from the answer
 * what there is in the server's own network.
 */
export type FetchFault =
  | { readonly type: 'address' | 'unreachable' | 'redirects' | 'tooSlow' | 'incomplete' | 'aborted' }
  | { readonly type: 'status'; readonly status: number }
  | { readonly type: 'tooLarge'; readonly limitBytes: number };

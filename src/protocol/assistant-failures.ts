import type { Problem, ProblemCode } from '#model/kernel/problem.ts';

/**
 * Limits of the assistant. Between programs each is `assistant.tooMany` with its own name beside it, because earlier
 * versions take an answer with a name that they do not know for none.
 */
const LIMITS: readonly ProblemCode[] = [
  'assistant.pagesWaiting',
  'assistant.bytesWaiting',
  'assistant.requestsWaiting',
  'assistant.tooFast',
  'assistant.codesTried',
  'assistant.printersAdded',
  'assistant.diskShare',
];

/** A problem as it is sent. */
export function limitOnTheWire(of: Problem): Problem {
  return LIMITS.includes(of.code) ? { ...of, code: 'assistant.tooMany', params: { ...of.params, limit: of.code } } : of;
}

/** A problem that came, by its own name. */
export function limitByName(of: Problem): Problem {
  const { limit, ...params } = of.params ?? {};
  const code = LIMITS.find((known) => known === limit);
  return of.code === 'assistant.tooMany' && code !== undefined ? { ...of, code, params } : of;
}

/** HTTP's number for a failure, as the protocol has it. */
export function failureCode(of: Problem): number {
  switch (of.code) {
    case 'assistant.badMessage':
      return 400;
    case 'assistant.notPaired':
      return 401;
    case 'assistant.refusedOrigin':
    case 'assistant.wrongCode':
    case 'assistant.noCode':
      return 403;
    case 'assistant.printerUnknown':
      return 404;
    case 'assistant.tooLarge':
      return 413;
    case 'assistant.mediaUnsupported':
      return 415;
    case 'assistant.tooMany':
      return 429;
    default:
      return 500;
  }
}

import type { Problem, ProblemCode } from '#model/kernel/problem.ts';

/**
 * Limits of the assistant. Between programs each is `assistant.tooMany` with an additional name of its own, because
 * earlier versions ignore answers with a name that they don't know.
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

/** A received problem, by its own name. */
export function limitByName(of: Problem): Problem {
  const { limit, ...params } = of.params ?? {};
  const code = LIMITS.find((known) => known === limit);
  return of.code === 'assistant.tooMany' && code !== undefined ? { ...of, code, params } : of;
}

/** The HTTP status code of a failure in the protocol. */
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

import { HOUR_MS } from '#model/kernel/time.ts';
/** A question expires after this time, and may be asked again. */
const VALID_MS = HOUR_MS;
/** Beyond this many the oldest question is removed. */
const MAX_QUESTIONS = 8;

/** A site or a program that requests to print without pairing. */
export interface Question {
  /** Origin of the asking page, exactly as browsers send it, or `LOCAL_PROGRAM_ORIGIN`. */
  readonly origin: string;
  /** It is on the list of sites: its browsers can be paired. */
  readonly known: boolean;
}

/** The open questions to the user of the assistant. */
export interface Questions {
  /** True where it was not asked within the last hour: then it is new to the user. */
  ask(question: Question): boolean;
  open(): readonly Question[];
  /** Rejects it: the same question is hidden for an hour. */
  dismiss(origin: string): void;
  /** It was allowed otherwise: once that is revoked it may be asked again. */
  forget(origin: string): void;
}

export function createQuestions(now: () => number): Questions {
  const kept = new Map<string, Question & { readonly until: number; readonly dismissed: boolean }>();

  function valid(): (Question & { readonly dismissed: boolean })[] {
    for (const [origin, { until }] of kept) if (until <= now()) kept.delete(origin);
    return [...kept.values()];
  }

  return {
    ask(question) {
      valid();
      if (kept.has(question.origin)) return false;
      const [oldest] = kept.keys();
      if (kept.size >= MAX_QUESTIONS && oldest !== undefined) kept.delete(oldest);
      kept.set(question.origin, { ...question, until: now() + VALID_MS, dismissed: false });
      return true;
    },
    open: () =>
      valid()
        .filter(({ dismissed }) => !dismissed)
        .map(({ origin, known }) => ({ origin, known })),
    dismiss(origin) {
      const question = kept.get(origin);
      if (question !== undefined) kept.set(origin, { ...question, dismissed: true });
    },
    forget: (origin) => void kept.delete(origin),
  };
}

/** A question is answered within this time, or asked again. */
const VALID_MS = 60 * 60_000;
/** Beyond so many the oldest question makes room. */
const MAX_QUESTIONS = 8;

/** A site or a program that wants to print without being paired. */
export interface Question {
  /** Whose page asks, exactly as browsers send it, or `LOCAL_PROGRAM_ORIGIN`. */
  readonly origin: string;
  /** It is on the list of sites: its browsers can be paired. */
  readonly known: boolean;
}

/** The questions to the user of the assistant that are open now. */
export interface Questions {
  /** True where it was not asked within the last hour: then it is new to the user. */
  ask(question: Question): boolean;
  open(): readonly Question[];
  /** The user does not want it: what asks again within the hour is not shown. */
  dismiss(origin: string): void;
  /** It was allowed otherwise: once that is taken back it may be asked again. */
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

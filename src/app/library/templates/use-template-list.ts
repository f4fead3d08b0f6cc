import type { Problem } from '#model/kernel/problem.ts';
import type { TemplateInfo, TemplateListInput } from '#protocol/api.ts';
import { useAnswer } from '#app/state/use-answer.ts';

export interface TemplateListState {
  readonly list: readonly TemplateInfo[];
  /** The number of templates on all pages. */
  readonly count: number;
  readonly problem: Problem | null;
  readonly loadedAt: Date;
  /** True until the first answer; after that the old list stays on the screen until the next one arrives. */
  readonly loading: boolean;
  /** Whether the shown list belongs to an earlier query. */
  readonly stale: boolean;
  readonly reload: () => void;
}

/** A page of the signed-in user's templates. */
export function useTemplateList(query: TemplateListInput): TemplateListState {
  const { answer, problem, askedAt, isLoading, isStale, reload } = useAnswer('templateList', query);
  const { list, count } = answer ?? { list: [], count: 0 };
  return { list, count, problem, loadedAt: askedAt, loading: isLoading, stale: isStale, reload };
}

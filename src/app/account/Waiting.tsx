import type { ReactElement, ReactNode } from 'react';
import { Skeleton } from 'antd';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import type { AnswerState } from '#app/state/use-answer.ts';

interface WaitingProps<T> {
  readonly answered: AnswerState<T>;
  readonly rows?: number;
  readonly children: (answer: T) => ReactNode;
}

/** Renders an answer, or a fallback until there is one. */
export function Waiting<T>({
  answered: { answer, problem, isLoading, reload },
  rows = 2,
  children,
}: WaitingProps<T>): ReactElement {
  return (
    <>
      {problem === null ? null : <ListProblem problem={problem} onRetry={reload} />}
      {answer === null ? null : children(answer)}
      {isLoading ? <Skeleton active title={false} paragraph={{ rows }} aria-busy /> : null}
    </>
  );
}

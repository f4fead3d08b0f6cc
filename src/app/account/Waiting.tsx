import type { ReactElement, ReactNode } from 'react';
import { Skeleton } from 'antd';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import type { Answered } from './use-answer.ts';

interface WaitingProps<T> {
  readonly answered: Answered<T>;
  readonly rows?: number;
  readonly children: (value: T) => ReactNode;
}

/** Renders an answer, or a fallback until there is one. */
export function Waiting<T>({
  answered: { value, problem, reload },
  rows = 2,
  children,
}: WaitingProps<T>): ReactElement {
  return (
    <>
      {problem === null ? null : <ListProblem problem={problem} onRetry={reload} />}
      {value !== null ? children(value) : null}
      {value === null && problem === null ? <Skeleton active title={false} paragraph={{ rows }} aria-busy /> : null}
    </>
  );
}

import { useId } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Skeleton } from 'antd';
import { ListProblem } from '#app/home/ListProblem.tsx';
import type { Answered } from './use-answer.ts';

interface CardProps {
  readonly title: string;
  readonly text?: string;
  /** Stands beside the title. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
  readonly testId?: string;
}

/** One subject of the personal centre. */
export function Card({ title, text, action, children, testId }: CardProps): ReactElement {
  const id = useId();
  return (
    <section className="user-card" aria-labelledby={id} data-testid={testId}>
      <div className="user-card-head">
        <div>
          <h2 id={id}>{title}</h2>
          {text === undefined ? null : <p>{text}</p>}
        </div>
        {action === undefined ? null : <div className="user-card-action">{action}</div>}
      </div>
      {children}
    </section>
  );
}

interface WaitingProps<T> {
  readonly answered: Answered<T>;
  readonly rows?: number;
  readonly children: (value: T) => ReactNode;
}

/** What is made of an answer; until it is there, or where there is none, that. */
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

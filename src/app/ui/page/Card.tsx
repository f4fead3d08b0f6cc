import { useId } from 'react';
import type { ReactElement, ReactNode } from 'react';
import './page.css';

interface CardProps {
  readonly title: string;
  readonly text?: string;
  /** What acts on the whole subject, at the title. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
  readonly testId?: string;
}

/** One subject of a page: its title, what it is for, and a card with what it holds. */
export function Card({ title, text, action, children, testId }: CardProps): ReactElement {
  const id = useId();
  return (
    <section className="card-section" aria-labelledby={id} data-testid={testId}>
      <div className="card-section-head">
        <div>
          <h2 id={id}>{title}</h2>
          {text === undefined ? null : <p>{text}</p>}
        </div>
        {action}
      </div>
      <div className="card card-padded">{children}</div>
    </section>
  );
}

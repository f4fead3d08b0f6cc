import { useId } from 'react';
import type { ReactElement, ReactNode } from 'react';
import './page.css';

interface CardProps {
  readonly title: string;
  readonly text?: string;
  /** Actions for the whole card, next to its title. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
  readonly testId?: string;
}

/** A titled section of a page: its purpose, and a card with its content. */
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

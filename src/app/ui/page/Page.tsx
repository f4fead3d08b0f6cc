import type { ReactElement, ReactNode } from 'react';
import './page.css';

interface PageProps {
  /** Absent while the page has nothing to name. */
  readonly title?: string;
  /** One or two sentences below the title. */
  readonly intro?: ReactNode;
  /** What acts on the whole page, at the end of the title's row. */
  readonly actions?: ReactNode;
  /** The class of what is special to this page. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** A page inside the frame of the signed-in user: its heading, its actions and its content at the width of all pages. */
export function Page({ title, intro, actions, className, children }: PageProps): ReactElement {
  return (
    <div className={className === undefined ? 'page' : `page ${className}`}>
      {title === undefined ? null : (
        <div className="page-head">
          <div>
            <h1>{title}</h1>
            {intro === undefined ? null : <p className="page-intro">{intro}</p>}
          </div>
          {actions === undefined ? null : <div className="page-actions">{actions}</div>}
        </div>
      )}
      {children}
    </div>
  );
}

import type { ReactElement, ReactNode } from 'react';
import './page.css';

interface PageProps {
  /** Absent while the title is unknown. */
  readonly title?: string;
  /** One or two sentences below the title. */
  readonly intro?: ReactNode;
  /** Actions for the whole page, at the end of the title row. */
  readonly actions?: ReactNode;
  /** A class for this page's own styles. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** A page inside the frame of the signed-in user: heading, actions, and content at the common width. */
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

import type { JSX, ReactNode } from 'react';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';
import { useLook } from '../table/use-look.ts';
import { DataPanel } from './lazy-components.tsx';

/** The canvas, with the rows of the spreadsheets below or next to it. */
export function WorkArea({ children }: { children: ReactNode }): JSX.Element {
  const { data } = useEditorSession();
  const { sheets } = useStore(data.state);
  const [look, change] = useLook();
  return (
    <div className={look.side === 'below' || !look.open ? 'ed-work' : 'ed-work ed-work-beside'}>
      {children}
      {sheets.size === 0 ? null : <DataPanel look={look} change={change} />}
    </div>
  );
}

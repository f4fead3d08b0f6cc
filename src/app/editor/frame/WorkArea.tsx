import { type JSX, type ReactNode, useCallback, useState } from 'react';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';
import { DataPanel } from './lazy-components.tsx';
import { readLook, writeLook, type PanelLook } from '../table/panel-memory.ts';

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

/** The place and the size of the table; remembered by the browser. */
function useLook(): readonly [PanelLook, (part: Partial<PanelLook>) => void] {
  const [look, setLook] = useState(readLook);
  const change = useCallback((part: Partial<PanelLook>) => {
    setLook((now) => {
      const next = { ...now, ...part };
      writeLook(next);
      return next;
    });
  }, []);
  return [look, change];
}

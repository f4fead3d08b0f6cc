import { useCallback, useState } from 'react';
import type { RowSet } from '#model/data/row-set.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { openSideTab, sideTab } from '../session/side-tab.ts';
import { useStore, useStorePart } from '#app/state/store.ts';

/** The preflight's results for the rows of the table. */
export interface RefusedRows {
  /** The rows found so far that would not be printed. */
  readonly marked: RowSet;
  /** The same of the last finished check: a list of them does not change while the next check runs. */
  readonly settled: RowSet;
  /**
   * Starts the preflight and opens its panel, which lists its findings; null while the panel is open and has a button for
   * it.
   */
  readonly check: (() => void) | null;
}

export function useRefusedRows(): RefusedRows {
  const { preflight } = useEditorSession();
  const phase = useStorePart(preflight.state, (state) => state.phase);
  const marked = useStorePart(preflight.state, ({ findings }) => findings.refusedRows);
  const tab = useStore(sideTab);
  const [settled, setSettled] = useState(marked);
  if (phase === 'over' && settled !== marked) setSettled(marked);
  const check = useCallback((): void => {
    openSideTab('preflight');
    preflight.again();
  }, [preflight]);
  return { marked, settled, check: tab === 'preflight' ? null : check };
}

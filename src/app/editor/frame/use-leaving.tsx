import { useCallback, useEffect, useRef, useState, type JSX } from 'react';
import { useBlocker, useNavigate, type Blocker, type BlockerFunction } from 'react-router-dom';

/** How the editor is left, and what is asked before that while there are unsaved changes. */
export interface Leaving {
  /** The user goes elsewhere, and is to be asked first. */
  readonly isHeld: boolean;
  /** Goes there; without that, back to where the editor was opened from. */
  goOn(): void;
  /** The user stays after all. */
  stay(): void;
  /** Goes back in the browser's history, or to the home screen when the editor was opened directly by its address. */
  leave(): void;
  /** Shows the address that the label has got by being saved. */
  showAddress(path: string): void;
  /** What holds back; the editor puts it anywhere. */
  readonly hold: JSX.Element;
}

/**
 * Holds back whatever leads from a label with unsaved changes: to another screen, and to another label, which opens in the
 * same one. `isOpenLabel` tells by an address's query whether it is the label that is open.
 */
export function useLeaving(isDirty: () => boolean, isOpenLabel: (search: string) => boolean): Leaving {
  const navigate = useNavigate();
  const holds = useRef(false);
  const hold: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) => {
    const leadsAway =
      currentLocation.pathname !== nextLocation.pathname ||
      // A save takes the place of the address from before.
      (historyAction !== 'REPLACE' && !isOpenLabel(nextLocation.search));
    holds.current = leadsAway && isDirty();
    return holds.current;
  };
  const [blocker, setBlocker] = useState<Blocker | null>(null);
  const leave = useCallback((): void => {
    const state: unknown = window.history.state;
    const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : 0;
    if (typeof index === 'number' && index > 0) void navigate(-1);
    else void navigate('/index');
  }, [navigate]);
  const showAddress = useCallback(
    (path: string): void => {
      // The router would forget where the user was going.
      if (holds.current) window.history.replaceState(window.history.state, '', path);
      else void navigate(path, { replace: true });
    },
    [navigate],
  );
  return {
    isHeld: blocker?.state === 'blocked',
    goOn: () => (blocker?.state === 'blocked' ? blocker.proceed() : leave()),
    stay() {
      holds.current = false;
      if (blocker?.state === 'blocked') blocker.reset();
    },
    leave,
    showAddress,
    hold: <Hold when={hold} onChange={setBlocker} />,
  };
}

/**
 * A component of its own, because the router renders again whatever asks it to hold back, once it is there: that would be
 * the whole editor, in one piece, before its first picture.
 */
function Hold({ when, onChange }: { when: BlockerFunction; onChange(blocker: Blocker): void }): null {
  const blocker = useBlocker(when);
  const told = useRef(blocker.state);
  useEffect(() => {
    if (told.current === blocker.state) return;
    told.current = blocker.state;
    onChange(blocker);
  }, [blocker, onChange]);
  return null;
}

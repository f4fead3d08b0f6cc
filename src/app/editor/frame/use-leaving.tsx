import { useCallback, useEffect, useRef, useState, type JSX } from 'react';
import { useBlocker, useNavigate, type Blocker, type BlockerFunction } from 'react-router-dom';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';

/** Navigation away from the editor, with a question if there are unsaved changes. */
export interface Leaving {
  /** Whether a navigation is blocked until the user has answered. */
  readonly isHeld: boolean;
  /** Continues the blocked navigation; without one, goes back to where the editor was opened from. */
  goOn(): void;
  /** Cancels the blocked navigation. */
  stay(): void;
  /** Goes back in the browser's history, or to the home screen if the editor was opened directly by its address. */
  leave(): void;
  /** Shows the address of the label after saving. */
  showAddress(path: string): void;
  /** The component that blocks navigation; the editor renders it anywhere. */
  readonly hold: JSX.Element;
}

/**
 * Blocks every navigation from a label with unsaved changes: to another screen, and to another label, which opens in the
 * same one. `isOpenLabel` returns whether an address's query is that of the open label.
 */
export function useLeaving(isDirty: () => boolean, isOpenLabel: (search: string) => boolean): Leaving {
  const navigate = useNavigate();
  const holds = useRef(false);
  const hold: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) => {
    const leadsAway =
      currentLocation.pathname !== nextLocation.pathname ||
      // A save replaces the previous address.
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
      // The router would forget the target of the navigation.
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

/** The browser warns before the page is closed or reloaded while there are unsaved changes. */
export function UnloadWarning(): null {
  const { editor } = useEditorSession();
  const dirty = useEditorState((s) => s.dirty);
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent): void => {
      if (editor.state().dirty) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty, editor]);
  return null;
}

/**
 * A separate component, because the router renders a component again after it has mounted a blocker: that would be the
 * whole editor, at once, before its first picture.
 */
function Hold({ when, onChange }: { when: BlockerFunction; onChange(blocker: Blocker): void }): null {
  const blocker = useBlocker(when);
  const reported = useRef(blocker.state);
  useEffect(() => {
    if (reported.current === blocker.state) return;
    reported.current = blocker.state;
    onChange(blocker);
  }, [blocker, onChange]);
  return null;
}

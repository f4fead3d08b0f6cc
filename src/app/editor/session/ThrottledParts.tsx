import { useMemo, type JSX, type ReactNode } from 'react';
import { createThrottledSource, createDeferredSource } from './throttled-source.ts';
import { CalmSourceContext, StateSourceContext, useEditorSession } from './editor-session.tsx';

/**
 * Its children do not render during a move or typing on the canvas; `useThrottledState` follows it ten times a second.
 */
export function ThrottledParts({ children }: { readonly children: ReactNode }): JSX.Element {
  const { editor } = useEditorSession();
  const still = useMemo(() => createDeferredSource(editor), [editor]);
  const calm = useMemo(() => createThrottledSource(editor), [editor]);
  return (
    <CalmSourceContext value={calm}>
      <StateSourceContext value={still}>{children}</StateSourceContext>
    </CalmSourceContext>
  );
}

import { useMemo, type JSX, type ReactNode } from 'react';
import { createCalmSource, createStillSource } from './calm-source.ts';
import { CalmSourceContext, StateSourceContext, useEditorSession } from './editor-session.tsx';

/**
 * What is in here is still while something is moved or typed on the canvas; `useCalmState` follows it ten times a second.
 */
export function CalmParts({ children }: { readonly children: ReactNode }): JSX.Element {
  const { editor } = useEditorSession();
  const still = useMemo(() => createStillSource(editor), [editor]);
  const calm = useMemo(() => createCalmSource(editor), [editor]);
  return (
    <CalmSourceContext value={calm}>
      <StateSourceContext value={still}>{children}</StateSourceContext>
    </CalmSourceContext>
  );
}

import { useMemo, type JSX, type ReactNode } from 'react';
import { createCalmSource } from './calm-source.ts';
import { StateSourceContext, useEditorSession } from './editor-session.tsx';

/** What is in here follows a drag and typing on the canvas ten times a second. */
export function CalmParts({ children }: { readonly children: ReactNode }): JSX.Element {
  const { editor } = useEditorSession();
  const source = useMemo(() => createCalmSource(editor), [editor]);
  return <StateSourceContext value={source}>{children}</StateSourceContext>;
}

import { useEffect, useState, type JSX } from 'react';
import type { Template } from '#model/template/template.ts';
import { useServices } from '#app/state/services.tsx';
import { EditorFrame } from './frame/EditorFrame.tsx';
import type { Draft } from './save/drafts.ts';
import type { LabelIdentity } from './save/save-label.ts';
import { createSession, type OpenSession } from './session/create-session.ts';
import { EditorSessionContext } from './session/editor-session.tsx';

export interface EditorWorkspaceProps {
  readonly template: Template;
  readonly identity: LabelIdentity;
  readonly draft: Draft | null;
  readonly onlyHere: boolean;
  onSaved(identity: LabelIdentity): void;
}

/** One open label: owns its editor, its picture and its data for as long as it is shown. */
export function EditorWorkspace(props: EditorWorkspaceProps): JSX.Element | null {
  const services = useServices();
  const [session, setSession] = useState<OpenSession | null>(null);
  const { template } = props;
  useEffect(() => {
    const made = createSession(template, services);
    setSession(made);
    return () => {
      setSession(null);
      made.dispose();
    };
  }, [template, services]);
  if (session === null) return null;
  return (
    <EditorSessionContext value={session}>
      <EditorFrame {...props} />
    </EditorSessionContext>
  );
}

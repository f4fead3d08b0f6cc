import type { JSX, ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import type { LabelElement } from '#model/elements/element.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import type { LabelSettings, Template } from '#model/template/template.ts';
import { CanvasArea } from '#app/editor/canvas/CanvasArea.tsx';
import { ELEMENT_DESCRIPTORS } from '#app/editor/elements/descriptors.ts';
import { useShortcuts } from '#app/editor/keys/use-shortcuts.ts';
import { ActionsProvider, type ScreenActions } from '#app/editor/session/actions.tsx';
import { ThrottledParts } from '#app/editor/session/ThrottledParts.tsx';
import { createSession, type OpenSession } from '#app/editor/session/create-session.ts';
import { EditorSessionContext, StateSourceContext } from '#app/editor/session/editor-session.tsx';
import { ElementDescriptorsContext } from '#app/editor/session/element-descriptor.ts';
import { allIds } from '#editor/selection.ts';
import { untilPageIdle } from './component-hand.ts';
import { createTestTemplate } from './create-elements.ts';
import { createTestServices, mountApp, type MountOptions } from './mounted-app.tsx';

export interface EditorOptions extends MountOptions {
  readonly settings?: Partial<LabelSettings>;
  readonly assets?: Template['assets'];
}

/** A part of the editor's screen, with its label. */
export interface MountedEditor {
  readonly session: OpenSession;
  /** Content of the label's file. */
  file(): string;
  /** Attributes of the file, of the first element that has each. */
  inFile(...names: string[]): Readonly<Record<string, string | undefined>>;
}

const IGNORED: ScreenActions = {
  save: () => undefined,
  download: () => undefined,
  print: () => undefined,
  labelSettings: () => undefined,
  otherSizes: () => undefined,
  languages: () => undefined,
  shortcuts: () => undefined,
  manageFonts: () => undefined,
  commands: () => undefined,
  replace: () => undefined,
  arrive: () => undefined,
  guides: () => undefined,
};

/** The canvas of the editor with its keys, as large as the label needs; `children` are its accessible description. */
export function TestCanvas({ children }: { readonly children?: ReactNode }): JSX.Element {
  useShortcuts(true);
  return (
    // As on the editor's screen, the canvas follows each key, and only the panels are throttled.
    <StateSourceContext value={null}>
      <div style={{ position: 'relative', width: 480, height: 380, display: 'grid' }}>
        <CanvasArea>{children}</CanvasArea>
      </div>
    </StateSourceContext>
  );
}

/** Shows a part of the editor's screen with a label of these elements, all of them selected. */
export async function mountInEditor(
  part: ReactNode,
  elements: readonly LabelElement[],
  { settings = {}, assets, ...options }: EditorOptions = {},
): Promise<MountedEditor> {
  const services = createTestServices(options);
  const template = createTestTemplate(elements, settings);
  const session = createSession(assets === undefined ? template : { ...template, assets }, services);
  onTestFinished(async () => {
    // No picture of this label may arrive in the next test.
    await untilPageIdle();
    session.dispose();
  });
  // Panels without a canvas follow its pictures, too.
  session.render.mount(document.createElement('div'));
  // As small as possible: the worker paints it after each change.
  session.editor.setCanvasSize(150, 120);
  session.editor.select(allIds(template));
  await mountApp(
    <ElementDescriptorsContext value={ELEMENT_DESCRIPTORS}>
      <EditorSessionContext value={session}>
        <ActionsProvider screen={IGNORED}>
          <ThrottledParts>{part}</ThrottledParts>
        </ActionsProvider>
      </EditorSessionContext>
    </ElementDescriptorsContext>,
    services,
    options.language,
  );
  const file = (): string => writeTemplate(session.editor.state().template);
  return {
    session,
    file,
    inFile(...names) {
      const text = file();
      return Object.fromEntries(names.map((name) => [name, new RegExp(` ${name}="([^"]*)"`).exec(text)?.[1]]));
    },
  };
}

import { useMemo, type JSX } from 'react';
import { setLabel } from '#editor/commands/label.ts';
import { resizeLabel, suitingMode } from '#editor/commands/label-size.ts';
import type { ContentMode } from '#model/elements/base/pins.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Template } from '#model/template/template.ts';
import type { RepeatControl } from '#app/print/history/use-repeated-print.ts';
import { readStored, writeStored } from '#app/state/browser-storage.ts';
import { measuredTemplate } from '#app/state/measured-template.ts';
import type { ExportKind } from '../export/export-kind.ts';
import { printedTemplate, type LabelIdentity } from '#app/state/save-label.ts';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import {
  CommandPalette,
  ExportDialog,
  FontManager,
  GuidesDialog,
  GuideTour,
  LabelDialog,
  OtherSizesDialog,
  PrintDialog,
  LanguagesDialog,
  ReplaceDialog,
  VersionsDialog,
} from './lazy-components.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';

const GUIDE_KEY = 'firstGuideDone';
/** The size of the open label's picture for comparison with an earlier version. */
const VERSION_SIDE_PX = 1000;

/** The dialog that the user has opened; `exit` is shown by the frame. */
export type OpenDialog =
  | 'none'
  | 'versions'
  | 'settings'
  | 'rename'
  | 'print'
  | 'export'
  | 'shortcuts'
  | 'commands'
  | 'guide'
  | 'exit'
  | 'guides'
  | 'replace'
  | 'sizes'
  | 'languages'
  | 'fonts';

/** The dialog at the start of the editor: the guide at the first visit. */
export function firstDialog(): OpenDialog {
  return readStored(GUIDE_KEY) === null ? 'guide' : 'none';
}

interface EditorDialogsProps {
  readonly dialog: OpenDialog;
  /** The id of the label on the server; null if it is not saved. */
  readonly savedId: string | null;
  readonly exportFormat: ExportKind;
  /** The index of the guide that the dialog of guides starts with. */
  readonly focusedGuide: number | null;
  readonly repeated: RepeatControl;
  readonly identity: LabelIdentity;
  /** Whether the user is asked about a draft: unsaved work comes before the guide. */
  readonly isDraftOpen: boolean;
  /** Restores a version of the label. Returns what prevented it. */
  onRestore(version: number, revision: number): Promise<Problem | null>;
  onClose(): void;
}

export function EditorDialogs({ dialog, ...props }: EditorDialogsProps): JSX.Element {
  const { savedId, exportFormat, focusedGuide, repeated, identity, isDraftOpen, onRestore, onClose } = props;
  const { editor, render, data, printer } = useEditorSession();
  const label = useEditorState((s) => s.template.label);
  const assets = useEditorState((s) => s.template.assets);
  // Null unless a dialog needs it: otherwise each step of a drag would render the dialogs again.
  const template = useEditorState((s) => (dialog === 'print' || dialog === 'export' ? s.template : null));
  const dirty = useEditorState((s) => (dialog === 'print' || dialog === 'versions') && s.dirty);
  const recorded = useMemo(() => printedTemplate(identity, dirty), [identity, dirty]);
  return (
    <>
      {dialog === 'settings' ? (
        <LabelDialog
          open
          mode="set"
          initial={label}
          images={assets}
          onCancel={onClose}
          {...contentsOf(editor.state().template)}
          onConfirm={(settings, images, contents) => {
            onClose();
            editor.run(resizeLabel(settings, contents, images));
            editor.fit();
          }}
        />
      ) : null}
      {dialog === 'rename' ? (
        <RenameDialog
          name={label.name}
          onCancel={onClose}
          onConfirm={(name) => {
            onClose();
            editor.run(setLabel({ name }));
          }}
        />
      ) : null}
      {dialog === 'print' && template !== null ? (
        <PrintDialog
          open
          template={template}
          templateName={template.label.name}
          templateId={savedId}
          recorded={recorded}
          repeat={repeated.repeat}
          shownRow={data.state.get().row}
          shownLanguage={data.state.get().language}
          onRepeatDone={repeated.forget}
          onClose={() => {
            onClose();
            // The canvas shows codes at the resolution of the chosen printer.
            void printer.look(new AbortController().signal);
          }}
        />
      ) : null}
      {dialog === 'export' && template !== null ? (
        <ExportDialog format={exportFormat} template={template} templateId={savedId} onClose={onClose} />
      ) : null}
      {dialog === 'versions' && savedId !== null ? (
        <VersionsDialog
          templateId={savedId}
          name={label.name}
          now={async (signal) => {
            await data.settled();
            const { template: present } = editor.state();
            const png = await render.thumbnail(present, data.state.get().record, VERSION_SIDE_PX, signal);
            return png.ok ? png.value : null;
          }}
          present={(signal) => measuredTemplate(editor.state().template, render, signal)}
          isUnsaved={dirty}
          onRestore={async (version, revision) => {
            const problem = await onRestore(version, revision);
            if (problem === null) onClose();
            return problem;
          }}
          onClose={onClose}
        />
      ) : null}
      {dialog === 'fonts' ? <FontManager onClose={onClose} /> : null}
      {dialog === 'sizes' ? <OtherSizesDialog onClose={onClose} /> : null}
      {dialog === 'languages' ? <LanguagesDialog onClose={onClose} /> : null}
      {dialog === 'replace' ? <ReplaceDialog onClose={onClose} /> : null}
      {dialog === 'guides' ? <GuidesDialog focused={focusedGuide} onClose={onClose} /> : null}
      {/* One question at a time: unsaved work comes first. */}
      {dialog === 'guide' && !isDraftOpen ? (
        <GuideTour
          onClose={() => {
            writeStored(GUIDE_KEY, 'true');
            onClose();
          }}
        />
      ) : null}
      {dialog === 'commands' ? <CommandPalette onClose={onClose} /> : null}
      <ShortcutSheet open={dialog === 'shortcuts'} onClose={onClose} />
    </>
  );
}

/** Without pins the elements stay where they are, unless the user chooses otherwise. */
function contentsOf(template: Template): { readonly contents?: ContentMode } {
  if (template.elements.length === 0) return {};
  return { contents: suitingMode(template) === 'pins' ? 'pins' : 'stay' };
}

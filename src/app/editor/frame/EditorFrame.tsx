import { App } from 'antd';
import { useCallback, useEffect, useMemo, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { setLabel } from '#editor/commands/label.ts';
import type { PrintedTemplate } from '#protocol/printing.ts';
import { draftKey, type FoundDraft } from '#app/editor/drafts/drafts.ts';
import { useRepeatedPrint } from '#app/print/history/use-repeated-print.ts';
import { readStored, writeStored } from '#app/state/browser-storage.ts';
import { measuredTemplate } from '#app/state/saved-label/measured-template.ts';
import { useSelectionBarShown } from '#app/state/selection-bar-shown.ts';
import { startTimer, stopTimer } from '#services/idle.ts';
import type { ExportKind } from '../export/export-kind.ts';
import { CanvasArea } from '../canvas/CanvasArea.tsx';
import { UnknownFonts } from '../fonts/UnknownFonts.tsx';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { AttributePanel } from '../panels/AttributePanel.tsx';
import { ThrottledParts } from '../session/ThrottledParts.tsx';
import { downloadTemplate } from '../save/download.ts';
import type { LabelIdentity } from '../save/save-label.ts';
import { useAutosave } from '../save/use-autosave.ts';
import { cloudPlace, useCloudDraft } from '../save/use-cloud-draft.ts';
import { useDraft } from '../save/use-draft.ts';
import { useFoundDraft } from '../save/use-found-draft.ts';
import { useJournalFault } from '../save/use-journal-fault.ts';
import { useRestoring } from '../save/use-restoring.ts';
import { useSaving } from '../save/use-saving.tsx';
import { ActionsProvider, type ScreenActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { SavedTemplateContext } from '../session/saved-template.ts';
import { DraftDialog } from './DraftDialog.tsx';
import { ExitDialog } from './ExitDialog.tsx';
import { HealthBanner } from './HealthBanner.tsx';
import {
  Arrivals,
  CommandPalette,
  ExportDialog,
  fetchLazyComponents,
  FontManager,
  GuidesDialog,
  GuideTour,
  LabelDialog,
  PrintDialog,
  SelectionBar,
  Spoken,
  VersionsDialog,
} from './lazy-components.tsx';
import { ElementToolbar } from './ElementToolbar.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { SideArea } from './SideButtons.tsx';
import { StatusBar } from './StatusBar.tsx';
import { ToolStrip } from './ToolStrip.tsx';
import { TopBar } from './TopBar.tsx';
import { UnknownNotice } from './UnknownNotice.tsx';
import { useArrivals } from './use-arrivals.ts';
import { useLeaving } from './use-leaving.tsx';
import { WorkArea } from './WorkArea.tsx';
import './frame.css';
import './low-window.css';

const GUIDE_KEY = 'firstGuideDone';
/** About three frames of a display. */
const AFTER_PICTURE_MS = 50;

/** The size of the open label's picture for comparison with an earlier version. */
const VERSION_SIDE_PX = 1000;

type OpenDialog =
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
  | 'fonts';

export interface EditorFrameProps {
  readonly identity: LabelIdentity;
  readonly draft: FoundDraft | null;
  /** Whether the user has already chosen to open it. */
  readonly isDraftWanted: boolean;
  readonly onlyHere: boolean;
  /** Whether an address of the editor, by its query, is that of the open label. */
  isOpenLabel(search: string): boolean;
  onSaved(identity: LabelIdentity): void;
}

export function EditorFrame({
  identity: first,
  draft,
  isDraftWanted,
  onlyHere,
  isOpenLabel,
  onSaved,
}: EditorFrameProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { message } = App.useApp();
  const { editor, render, counters, data, preflight, printer } = useEditorSession();
  const [identity, setIdentity] = useState(first);
  const [dialog, setDialog] = useState<OpenDialog>(() => (readStored(GUIDE_KEY) === null ? 'guide' : 'none'));
  const barShown = useSelectionBarShown();
  const [exportFormat, setExportFormat] = useState<ExportKind>('pdf-vector');
  const [focusedGuide, setFocusedGuide] = useState<number | null>(null);
  const label = useEditorState((s) => s.template.label);
  const assets = useEditorState((s) => s.template.assets);
  // Null unless a dialog needs it: otherwise each step of a drag would render the whole frame again.
  const template = useEditorState((s) => (dialog === 'print' || dialog === 'export' ? s.template : null));
  const dirty = useEditorState((s) => s.dirty);
  const [draftOpen, setDraftOpen] = useState(draft !== null && !isDraftWanted);
  const printed = useMemo(() => printedTemplate(identity, dirty), [identity, dirty]);
  const openPrint = useCallback(() => setDialog('print'), []);
  const current = useCallback(() => editor.state().template, [editor]);
  const { repeat, forget, ready, drop } = useRepeatedPrint(current, printed, !draftOpen, openPrint);
  const close = useCallback(() => {
    setDialog('none');
    // A run or an export may have taken values.
    counters.again();
    preflight.refresh();
  }, [counters, preflight]);

  const key = draftKey(identity.userId, identity.attributes);
  const [isLost, tellFault] = useJournalFault();
  const drafts = useDraft(
    { editor, render, data },
    { key, revision: identity.attributes.revision },
    onlyHere,
    tellFault,
  );
  const cloud = useCloudDraft(identity);
  const becomeSaved = useCallback(
    (saved: LabelIdentity): Promise<void> => {
      setIdentity(saved);
      onSaved(saved);
      cloud.place(cloudPlace(saved));
      return drafts.saved({ key: draftKey(saved.userId, saved.attributes), revision: saved.attributes.revision });
    },
    [cloud, drafts, onSaved],
  );
  const savedId = identity.status === 'edit' ? identity.attributes.id : null;
  useEffect(() => counters.follow(savedId), [counters, savedId]);
  useEffect(() => {
    window.addEventListener('online', counters.again);
    return () => window.removeEventListener('online', counters.again);
  }, [counters]);
  const leaving = useLeaving(() => editor.state().dirty, isOpenLabel);
  const saving = useSaving(identity, becomeSaved, leaving.showAddress, cloud);
  const { busy, save, saveAs, dialog: saveDialog } = saving;

  const found = useFoundDraft({
    draft,
    isWanted: isDraftWanted,
    identity,
    drafts,
    onRevision: (revision) => setIdentity((now) => ({ ...now, attributes: { ...now.attributes, revision } })),
    onDone: () => setDraftOpen(false),
  });
  const restore = useRestoring(identity, becomeSaved, leaving.showAddress);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = render.onFrame(() => {
      stop();
      // This requests dozens of files: the new picture is shown first.
      timer = startTimer(fetchLazyComponents, AFTER_PICTURE_MS);
    });
    return () => {
      stop();
      stopTimer(timer);
    };
  }, [render]);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent): void => {
      if (editor.state().dirty) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty, editor]);
  const stay = (): void => {
    leaving.stay();
    // Discards the repeated print of another label.
    drop();
    close();
  };
  async function abandon(): Promise<void> {
    // The user discards the changes: leaving must not warn any more, and the draft must be deleted first.
    editor.markSaved(editor.state().template);
    await Promise.all([drafts.abandon(), cloud.abandon()]);
    leaving.goOn();
  }

  const { waiting, arrive, onTaken } = useArrivals();
  const screen = useMemo((): ScreenActions & { export(): void; isFilled(): boolean } => {
    const filled = (): boolean => {
      if (editor.state().template.elements.length > 0) return true;
      void message.warning({ content: t('tips:tip50'), key: 'empty' });
      return false;
    };
    return {
      isFilled: filled,
      save: () => void (filled() && save()),
      download: () => void (filled() && downloadTemplate({ editor, data, render })),
      print: () => void (filled() && ready().then(openPrint)),
      export: () => void (filled() && setDialog('export')),
      labelSettings: () => setDialog('settings'),
      shortcuts: () => setDialog('shortcuts'),
      manageFonts: () => setDialog('fonts'),
      commands: () => setDialog('commands'),
      arrive,
      guides(index) {
        setFocusedGuide(index);
        setDialog('guides');
      },
    };
  }, [arrive, data, editor, message, openPrint, ready, render, save, t]);

  const free = dialog === 'none' && saveDialog === null && !draftOpen && !leaving.isHeld;
  useAutosave(saving, free && savedId !== null);
  return (
    <ActionsProvider screen={screen}>
      <Shortcuts enabled={free} />
      {leaving.hold}
      <div className="ed-frame">
        <TopBar
          saving={busy}
          isAutosave={saving.isAuto}
          waits={saving.waits}
          refusal={saving.refusal}
          isLost={isLost}
          isSaved={savedId !== null}
          onSaveAs={() => void (screen.isFilled() && saveAs())}
          onVersions={() => setDialog('versions')}
          onExit={() => (dirty ? setDialog('exit') : leaving.leave())}
          onExport={(format) => {
            setExportFormat(format);
            screen.export();
          }}
          onRename={() => setDialog('rename')}
          onGuide={() => setDialog('guide')}
        />
        <ToolStrip />
        <ElementToolbar />
        <SideArea />
        <WorkArea>
          <main className="ed-middle">
            <CanvasArea>
              <Spoken />
            </CanvasArea>
            {barShown ? <SelectionBar /> : null}
            <HealthBanner />
            <UnknownNotice />
            <UnknownFonts />
          </main>
        </WorkArea>
        <SavedTemplateContext value={savedId}>
          <ThrottledParts>
            <AttributePanel />
          </ThrottledParts>
        </SavedTemplateContext>
        <StatusBar />
      </div>
      {dialog === 'settings' ? (
        <LabelDialog
          open
          mode="set"
          initial={label}
          images={assets}
          onCancel={close}
          onConfirm={(settings, images) => {
            close();
            editor.run(setLabel(settings, images));
            editor.fit();
          }}
        />
      ) : null}
      {dialog === 'rename' ? (
        <RenameDialog
          name={label.name}
          onCancel={close}
          onConfirm={(name) => {
            close();
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
          recorded={printed}
          repeat={repeat}
          shownRow={data.state.get().row}
          onRepeatDone={forget}
          onClose={() => {
            close();
            // The canvas shows codes at the resolution of the chosen printer.
            void printer.look(new AbortController().signal);
          }}
        />
      ) : null}
      {dialog === 'export' && template !== null ? (
        <ExportDialog format={exportFormat} template={template} templateId={savedId} onClose={close} />
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
          present={(signal) => measuredTemplate(current(), render, signal)}
          isUnsaved={dirty}
          onRestore={async (version, revision) => {
            const problem = await restore(version, revision);
            if (problem === null) close();
            return problem;
          }}
          onClose={close}
        />
      ) : null}
      {dialog === 'fonts' ? <FontManager onClose={close} /> : null}
      {dialog === 'guides' ? <GuidesDialog focused={focusedGuide} onClose={close} /> : null}
      {/* One question at a time: unsaved work comes first. */}
      {dialog === 'guide' && !draftOpen ? (
        <GuideTour
          onClose={() => {
            writeStored(GUIDE_KEY, 'true');
            close();
          }}
        />
      ) : null}
      {dialog === 'commands' ? <CommandPalette onClose={close} /> : null}
      {waiting.length === 0 ? null : <Arrivals waiting={waiting} onTaken={onTaken} />}
      <ShortcutSheet open={dialog === 'shortcuts'} onClose={close} />
      {draft === null ? null : (
        <DraftDialog
          open={draftOpen}
          editedAt={draft.editedAt}
          isFromCloud={draft.isFromCloud === true}
          onRestore={found.restore}
          onCopy={found.openCopy}
          onDiscard={found.discard}
        />
      )}
      {saveDialog}
      <ExitDialog
        open={dialog === 'exit' || leaving.isHeld}
        saving={busy}
        onStay={stay}
        onAbandon={() => void abandon()}
        onSave={() => void save().then((saved) => (saved ? leaving.goOn() : stay()))}
      />
    </ActionsProvider>
  );
}

function Shortcuts({ enabled }: { enabled: boolean }): null {
  useShortcuts(enabled);
  return null;
}

/** The template in the print history: the version on the server, as long as nothing has changed since. */
function printedTemplate({ attributes, status }: LabelIdentity, dirty: boolean): PrintedTemplate {
  return {
    id: status === 'add' ? '' : attributes.id,
    type: status === 'common' ? 'common' : 'cloud',
    revision: dirty ? 0 : attributes.revision,
  };
}

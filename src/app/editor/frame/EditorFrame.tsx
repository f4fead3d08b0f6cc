import { App } from 'antd';
import { useCallback, useMemo, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundDraft } from '#app/editor/drafts/drafts.ts';
import { useRepeatedPrint } from '#app/print/history/use-repeated-print.ts';
import { useSelectionBarShown } from '#app/state/editor-preferences.ts';
import type { ExportKind } from '../export/export-kind.ts';
import { CanvasArea } from '../canvas/CanvasArea.tsx';
import { UnknownFonts } from '../fonts/UnknownFonts.tsx';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { AttributePanel } from '../panels/AttributePanel.tsx';
import { ThrottledParts } from '../session/ThrottledParts.tsx';
import { downloadTemplate } from '../save/download.ts';
import { printedTemplate, type LabelIdentity } from '#app/state/save-label.ts';
import { useAutosave } from '../save/autosave.ts';
import { useLabelStorage } from '../save/use-label-storage.ts';
import { ActionsProvider, type ScreenActions } from '../session/actions.tsx';
import { useEditorSession, SavedTemplateContext } from '../session/editor-session.tsx';
import { DraftDialog } from './DraftDialog.tsx';
import { EditorDialogs, firstDialog, type OpenDialog } from './EditorDialogs.tsx';
import { ExitDialog } from './ExitDialog.tsx';
import { HealthBanner } from './HealthBanner.tsx';
import { Arrivals, SelectionBar, Spoken, useLazyFetch } from './lazy-components.tsx';
import { ElementToolbar } from './ElementToolbar.tsx';
import { SideArea } from './SideButtons.tsx';
import { StatusBar } from './StatusBar.tsx';
import { ToolStrip } from './ToolStrip.tsx';
import { TopBar } from './TopBar.tsx';
import { UnknownNotice } from './UnknownNotice.tsx';
import { useArrivals } from '../session/arrival.ts';
import { useOpeningPicture } from '../session/use-opening-picture.ts';
import { UnloadWarning, useLeaving } from './use-leaving.tsx';
import { WorkArea } from './WorkArea.tsx';
import './frame.css';
import './low-window.css';

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
  const { editor, render, counters, data, preflight } = useEditorSession();
  const leaving = useLeaving(() => editor.state().dirty, isOpenLabel);
  const [draftOpen, setDraftOpen] = useState(draft !== null && !isDraftWanted);
  const storage = useLabelStorage(first, { draft, isDraftWanted, onlyHere }, leaving.showAddress, onSaved, () =>
    setDraftOpen(false),
  );
  const { identity, savedId, saving, drafts, cloud, found, restore } = storage;
  const [dialog, setDialog] = useState<OpenDialog>(firstDialog);
  const [barShown] = useSelectionBarShown();
  const [exportFormat, setExportFormat] = useState<ExportKind>('pdf-vector');
  const [focusedGuide, setFocusedGuide] = useState<number | null>(null);
  const { busy, save, saveAs, dialog: saveDialog } = saving;
  const printed = useCallback(() => printedTemplate(identity, editor.state().dirty), [identity, editor]);
  const openPrint = useCallback(() => setDialog('print'), []);
  const current = useCallback(() => editor.state().template, [editor]);
  const repeated = useRepeatedPrint(current, printed, !draftOpen, openPrint);
  const { ready, drop } = repeated;
  const close = useCallback(() => {
    setDialog('none');
    // A run or an export may have taken values.
    counters.again();
    preflight.refresh();
  }, [counters, preflight]);

  useOpeningPicture(
    { revision: first.attributes.revision, hasDraft: draft !== null },
    { savedId, revision: identity.attributes.revision },
  );
  useLazyFetch(render);
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
      replace: () => setDialog('replace'),
      languages: () => setDialog('languages'),
      otherSizes: () => void (filled() && setDialog('sizes')),
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
      <UnloadWarning />
      {leaving.hold}
      <div className="ed-frame">
        <TopBar
          saving={busy}
          isAutosave={saving.isAuto}
          hasRetryPending={saving.hasRetryPending}
          refusal={saving.refusal}
          isLost={storage.isLost}
          isSaved={savedId !== null}
          onSaveAs={() => void (screen.isFilled() && saveAs())}
          onVersions={() => setDialog('versions')}
          onExit={() => (editor.state().dirty ? setDialog('exit') : leaving.leave())}
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
      <EditorDialogs
        dialog={dialog}
        onClose={close}
        savedId={savedId}
        exportFormat={exportFormat}
        focusedGuide={focusedGuide}
        repeated={repeated}
        identity={identity}
        onRestore={restore}
        isDraftOpen={draftOpen}
      />
      {waiting.length === 0 ? null : <Arrivals waiting={waiting} onTaken={onTaken} />}
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

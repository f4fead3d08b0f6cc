import { Button } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { CLOUD_TYPES } from '#protocol/api.ts';
import { cloudPicker } from '#app/library/cloud-picker/lazy-picker.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { Icon, type IconName } from '../widgets/icons.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';
import { onFirstClick } from '#app/ui/choice/double-click.ts';
import { LoadingRow } from './LoadingRow.tsx';
import { tableOfPaste } from './use-paste.tsx';
import { useSpreadsheets } from './use-spreadsheets.tsx';
import { WebSheetDialog } from './WebSheetDialog.tsx';
import { createLazyComponent, FallbackDialog, type LazyComponent } from '#app/ui/lazy-component.tsx';
import type { QueryDialogProps } from './query/QueryDialog.tsx';

interface SheetEntriesProps {
  readonly chooseText: string;
  /** Whether choosing a file is the primary button. */
  readonly primary?: boolean;
  readonly testId?: string;
  /** Called with each spreadsheet that was taken. */
  readonly onTaken?: (info: SpreadsheetInfo) => void;
}

/**
 * The possible origins of a spreadsheet: a button for files, and a row of small ones for the others. While a spreadsheet is
 * read its progress replaces them; an open dialog stays.
 */
export function SheetEntries({ chooseText, primary = false, testId, onTaken }: SheetEntriesProps): JSX.Element {
  const { t } = useTranslation(['editor', 'cloud', 'web']);
  const { data } = useEditorSession();
  const { loading } = useStore(data.state);
  const { open, choose, paste, openPasted, openCloud } = useSpreadsheets();
  const [picking, setPicking] = useState(false);
  const [asksAddress, askAddress] = useState(false);
  const [asksQuery, askQuery] = useState(false);
  const taken = (info: SpreadsheetInfo | null): void => (info === null ? undefined : onTaken?.(info));
  const others: readonly {
    readonly id: 'cloud' | 'paste' | 'web' | 'query';
    readonly icon: IconName;
    /** The accessible name, which contains the visible one (WCAG 2.2, 2.5.3). */
    readonly text: string;
    press(): void;
  }[] = [
    { id: 'cloud', icon: 'cloud', text: t('cloud:sheetFromCloud'), press: () => setPicking(true) },
    { id: 'paste', icon: 'paste', text: t('paste.entry'), press: () => void paste().then(taken) },
    { id: 'web', icon: 'link', text: t('web:entry'), press: () => askAddress(true) },
    { id: 'query', icon: 'database', text: t('web:queryEntry'), press: () => askQuery(true) },
  ];
  return (
    <>
      {loading === null ? (
        <div
          className="ed-sheet-entries"
          onPaste={(event) => {
            const table = tableOfPaste(event.nativeEvent);
            if (table === null) return;
            event.preventDefault();
            event.stopPropagation();
            void openPasted(table).then(taken);
          }}
        >
          <Button
            size="small"
            block
            type={primary ? 'primary' : 'default'}
            icon={<Icon name="sheet" size={16} />}
            data-testid={testId ?? 'sheet-file'}
            onClick={onFirstClick(() => void choose().then(taken))}
          >
            {chooseText}
          </Button>
          <div className="ed-sheet-others">
            {others.map(({ id, icon, text, press }) => (
              <Button key={id} aria-label={text} title={text} data-testid={`sheet-${id}`} onClick={onFirstClick(press)}>
                <Icon name={icon} size={16} />
                {t(`data.from.${id}`)}
              </Button>
            ))}
          </div>
        </div>
      ) : (
        <LoadingRow />
      )}
      {asksAddress ? (
        <WebSheetDialog
          onClose={() => askAddress(false)}
          onFetched={(file, address) => {
            askAddress(false);
            void open(file, undefined, address).then(taken);
          }}
        />
      ) : null}
      {asksQuery ? (
        <queryDialog.Part
          onClose={() => askQuery(false)}
          onFetched={(file, address) => {
            askQuery(false);
            void open(file, undefined, address).then(taken);
          }}
        />
      ) : null}
      {picking ? (
        <cloudPicker.Part
          type={CLOUD_TYPES.spreadsheets}
          onClose={() => setPicking(false)}
          onPick={(file, cloud) => {
            setPicking(false);
            void openCloud(file, cloud).then(taken);
          }}
        />
      ) : null}
    </>
  );
}

/** The dialog of saved queries, loaded on demand. */
const queryDialog: LazyComponent<QueryDialogProps> = createLazyComponent(
  async () => (await import('./query/QueryDialog.tsx')).QueryDialog,
  FallbackDialog,
);

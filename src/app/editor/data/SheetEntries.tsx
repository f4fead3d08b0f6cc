import { Button } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { CLOUD_TYPES } from '#protocol/api.ts';
import { cloudPicker } from '#app/cloud-picker/late-picker.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { Icon, type IconName } from '../widgets/icons.tsx';
import { tableOfPaste } from './paste/use-paste.tsx';
import { useSpreadsheets } from './use-spreadsheets.tsx';

interface SheetEntriesProps {
  readonly chooseText: string;
  /** The first of them is what to do next. */
  readonly primary?: boolean;
  readonly testId?: string;
  /** With each spreadsheet that was taken. */
  readonly onTaken?: (info: SpreadsheetInfo) => void;
}

/** The places that a spreadsheet can come from: one entry each. */
export function SheetEntries({ chooseText, primary = false, testId, onTaken }: SheetEntriesProps): JSX.Element {
  const { t } = useTranslation(['editor', 'cloud']);
  const { choose, paste, openPasted, openCloud } = useSpreadsheets();
  const [picking, setPicking] = useState(false);
  const entries: readonly {
    readonly id: string;
    readonly icon: IconName;
    readonly text: string;
    /** Null where the answer comes by a dialog. */
    readonly take: () => Promise<SpreadsheetInfo | null> | null;
  }[] = [
    { id: testId ?? 'sheet-file', icon: 'sheet', text: chooseText, take: () => choose() },
    {
      id: 'sheet-cloud',
      icon: 'cloud',
      text: t('cloud:sheetFromCloud'),
      take() {
        setPicking(true);
        return null;
      },
    },
    { id: 'sheet-paste', icon: 'paste', text: t('paste.entry'), take: () => paste() },
  ];
  const taken = (info: SpreadsheetInfo | null): void => (info === null ? undefined : onTaken?.(info));
  return (
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
      {entries.map(({ id, icon, text, take }, i) => (
        <Button
          key={id}
          size="small"
          block
          type={primary && i === 0 ? 'primary' : 'default'}
          icon={<Icon name={icon} size={16} />}
          data-testid={id}
          onClick={() => void take()?.then(taken)}
        >
          {text}
        </Button>
      ))}
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
    </div>
  );
}

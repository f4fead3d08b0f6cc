import { App, Button } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { CellEdit } from '#model/data/cell-edit.ts';
import { rowNumber } from '#model/data/row-numbering.ts';
import { TABLE_FILES, type TableFormat, type SheetInfo, type SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { ButtonMenu } from '#app/ui/ButtonMenu.tsx';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { downloadFile } from '#app/ui/download-file.ts';
import { useEditorSession } from '../session/editor-session.tsx';

interface EditsRowProps {
  readonly info: SpreadsheetInfo;
  readonly sheet: SheetInfo;
  readonly edits: readonly CellEdit[];
  /** The edit of the focused cell; undefined if it shows the file's value. */
  readonly current: CellEdit | undefined;
  revert(edits: readonly CellEdit[]): void;
}

/** Reports the cells edited here and not in the file, with buttons to revert them and to save the table as a file. */
export function EditsRow({ info, sheet, edits, current, revert }: EditsRowProps): JSX.Element {
  const { t } = useTranslation(['table', 'problems']);
  const { message } = App.useApp();
  const { data } = useEditorSession();
  const [saving, setSaving] = useState(false);

  async function save(format: TableFormat): Promise<void> {
    setSaving(true);
    const saved = await data.cells.save(info, sheet.name, format);
    setSaving(false);
    if (!saved.ok) {
      void message.error(problemText(t, saved.error));
      return;
    }
    const stem = info.fileName.replace(/\.[^.]*$/, '');
    downloadFile(saved.value, TABLE_FILES[format], `${stem}.${format}`);
  }
  return (
    <div className="dt-edits" data-testid="table-edits">
      <span role="status">{t('edits.count', { count: edits.length })}</span>
      <Button size="small" type="link" disabled={current === undefined} onClick={() => current && revert([current])}>
        {current === undefined
          ? t('edits.revertOne')
          : t('edits.revertCell', { column: current.column, row: rowNumber(sheet.numbering, current.row) })}
      </Button>
      <Button size="small" type="link" onClick={() => revert(edits)}>
        {t('edits.revertAll')}
      </Button>
      <ButtonMenu
        menu={{
          items: (Object.keys(TABLE_FILES) as TableFormat[]).map((format) => ({
            key: format,
            label: t('edits.saveAs', { format: `.${format}` }),
          })),
          onClick: ({ key }) => void save(key as TableFormat),
        }}
      >
        <Button size="small" type="link" loading={saving}>
          {t('edits.save')}
        </Button>
      </ButtonMenu>
    </div>
  );
}

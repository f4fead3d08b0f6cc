import { App } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { pickFile } from '../session/pick-file.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { rebindAll, sourcesBoundTo } from './bindings.ts';

const ACCEPTED = '.xlsx,.xls,.csv';

export interface SpreadsheetActions {
  /** Reads a spreadsheet and says that it is there; null when it cannot be read (the user has been told why). */
  open(file: File): Promise<SpreadsheetInfo | null>;
  /** Lets the user choose a spreadsheet; null when nothing came of it (the user has been told why). */
  choose(): Promise<SpreadsheetInfo | null>;
  /** For a spreadsheet that is not on this device: the same file is taken as it is, another one after asking. */
  chooseAgain(connection: string): Promise<void>;
}

export function useSpreadsheets(): SpreadsheetActions {
  const { t } = useTranslation('editor');
  const { message, modal } = App.useApp();
  const { editor, data } = useEditorSession();
  const { report, run } = useActions();

  const open = useCallback(
    async (file: File): Promise<SpreadsheetInfo | null> => {
      const opened = await data.open(file);
      if (opened.ok) {
        void message.success(t('tips:tip64'));
        return opened.value;
      }
      if (opened.error.code !== 'aborted') report(opened.error);
      return null;
    },
    [data, message, report, t],
  );
  const choose = useCallback(async (): Promise<SpreadsheetInfo | null> => {
    const file = await pickFile(ACCEPTED);
    return file === null ? null : open(file);
  }, [open]);

  const chooseAgain = useCallback(
    async (connection: string): Promise<void> => {
      const info = await choose();
      if (info === null || info.connection === connection) return;
      const bound = sourcesBoundTo(editor.state().template.elements, connection);
      const confirmed = await modal.confirm({
        title: t('data.otherFileTitle'),
        content: t('data.otherFileText', {
          old: bound[0]?.fileName ?? '',
          file: info.fileName,
          count: bound.length,
        }),
        okText: t('data.otherFileUse'),
        cancelText: t('data.otherFileKeep'),
      });
      if (confirmed) run(rebindAll(connection, info));
    },
    [choose, editor, modal, run, t],
  );
  return { open, choose, chooseAgain };
}

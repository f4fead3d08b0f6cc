import { App } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { spreadsheetKey, type SpreadsheetReading, type SpreadsheetRef } from '#model/elements/base/reading.ts';
import { usedPrivileges } from '#model/template/used-privileges.ts';
import { problem } from '#model/kernel/problem.ts';
import type { CloudFile } from '#protocol/api.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { pickFile } from '#app/ui/pick-file.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { changeSources, reboundTo, rereadAs, sourcesBoundTo, withFirstValues } from './bindings.ts';
import { connectionOf } from './use-cloud-sheets.ts';
import type { PastedTable } from './pasted-table.ts';
import { usePaste } from './use-paste.tsx';
import { useAskedOpening } from './reading/use-asked-opening.ts';
import { useReadingDialogs } from './reading/use-reading-dialog.tsx';

const ACCEPTED = '.xlsx,.ods,.fods,.xls,.csv,.tsv,.txt,.slk,.dif,.htm,.html';

export interface SpreadsheetActions {
  /**
   * Reads a spreadsheet and reports when all of it is loaded. Resolves to its columns as soon as the first rows are there;
   * null if it can't be read (reported to the user). `address` is the web address of the file.
   */
  open(file: File, reading?: SpreadsheetReading, address?: string): Promise<SpreadsheetInfo | null>;
  /** Lets the user choose a spreadsheet; null without a result (reported to the user). */
  choose(reading?: SpreadsheetReading): Promise<SpreadsheetInfo | null>;
  /** Reads a file of the cloud data, as `open` does, and remembers which one it is. */
  openCloud(file: File, cloud: CloudFile): Promise<SpreadsheetInfo | null>;
  /** Uses the table on the clipboard; null without a result (reported to the user). */
  paste(): Promise<SpreadsheetInfo | null>;
  /** Same as `paste`, for a table that the user has just pasted with the keyboard. */
  openPasted(table: PastedTable): Promise<SpreadsheetInfo | null>;
  /** Lets the user choose the import settings of an open spreadsheet, and applies them wherever it is bound. */
  chooseReading(info: SpreadsheetInfo): Promise<void>;
  /**
   * For a spreadsheet that is missing on this device: the same file is used directly, another one after a confirmation.
   * Either is read with the settings of the old one.
   */
  chooseAgain(spreadsheet: SpreadsheetRef): Promise<void>;
}

export function useSpreadsheets(): SpreadsheetActions {
  const { t, i18n } = useTranslation('editor');
  const { message, modal } = App.useApp();
  const { editor, data } = useEditorSession();
  const { requirePrivilege, run } = useActions();

  const dialogs = useReadingDialogs();
  const openAsked = useAskedOpening();
  const readPasted = usePaste();

  const open = useCallback(
    async (file: File, reading?: SpreadsheetReading, address?: string): Promise<SpreadsheetInfo | null> => {
      // Its first rows are sufficient to bind columns.
      const { promise: first, resolve: haveFirst } = Promise.withResolvers<SpreadsheetInfo | null>();
      // A user who may not save a label with its data is notified now, and not after all the work.
      if (usedPrivileges(editor.state().template).columns === 0) {
        void first.then((info) => info !== null && requirePrivilege('variableTemplates'));
      }
      void openAsked(file, reading, haveFirst, address).then((opened) => {
        if (opened.ok) {
          void message.success(t('tips:tip64'));
          const count = opened.value.sheets.reduce((sum, sheet) => sum + (sheet.mergedCellCount ?? 0), 0);
          if (count > 0) void message.info(problemText(t, problem('data.mergedCells', { count })));
        } else if (opened.error.code !== 'aborted') {
          void message.error({ content: `${t('tips:tip65')}: ${problemText(t, opened.error)}`, key: 'spreadsheet' });
        }
        haveFirst(opened.ok ? opened.value : null);
      });
      return first;
    },
    [editor, requirePrivilege, message, openAsked, t],
  );
  const openCloud = useCallback(
    (file: File, cloud: CloudFile): Promise<SpreadsheetInfo | null> => {
      data.isCloudFile(connectionOf(cloud), cloud.id);
      return open(file);
    },
    [data, open],
  );
  const openPasted = useCallback(
    ({ text, reading }: PastedTable): Promise<SpreadsheetInfo | null> => {
      const time = new Date().toLocaleString(i18n.language);
      // A byte order mark makes the encoding unambiguous.
      return open(new File(['\ufeff', text], t('paste.name', { time })), reading);
    },
    [i18n.language, open, t],
  );
  const paste = useCallback(async (): Promise<SpreadsheetInfo | null> => {
    const table = await readPasted();
    return table === null ? null : openPasted(table);
  }, [openPasted, readPasted]);
  const chooseReading = useCallback(
    async (info: SpreadsheetInfo): Promise<void> => {
      const chosen = await dialogs.choose(info, info.reading);
      if (chosen === null || spreadsheetKey({ ...info, ...chosen }) === spreadsheetKey(info)) return;
      const reread = await data.reread(info, chosen.reading);
      if (!reread.ok) {
        void message.error({ content: problemText(t, reread.error), key: 'spreadsheet' });
        return;
      }
      const { elements } = editor.state().template;
      run(changeSources(await withFirstValues(rereadAs(info, reread.value), reread.value, elements, data)));
      data.forget(info);
    },
    [data, dialogs, editor, message, run, t],
  );
  const choose = useCallback(
    async (reading?: SpreadsheetReading): Promise<SpreadsheetInfo | null> => {
      const file = await pickFile(ACCEPTED);
      return file === null ? null : open(file, reading);
    },
    [open],
  );

  const chooseAgain = useCallback(
    async (spreadsheet: SpreadsheetRef): Promise<void> => {
      const info = await choose(spreadsheet.reading);
      if (info === null || info.connection === spreadsheet.connection) return;
      const { elements: bindable, label } = editor.state().template;
      const bound = sourcesBoundTo(bindable, spreadsheet, label.languages);
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
      if (!confirmed) return;
      const { elements } = editor.state().template;
      run(changeSources(await withFirstValues(reboundTo(spreadsheet, info), info, elements, data)));
    },
    [choose, data, editor, modal, run, t],
  );
  return { open, openCloud, choose, paste, openPasted, chooseReading, chooseAgain };
}

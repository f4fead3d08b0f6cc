import { App, Button } from 'antd';
import { useEffect, useRef, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { problem } from '#model/kernel/problem.ts';
import { addElement, type AddOptions } from '#editor/commands/add.ts';
import { addTable } from '#editor/commands/add-table.ts';
import { setProperties } from '#editor/commands/properties.ts';
import { canvasToLabel } from '#editor/viewport.ts';
import { useRequirePrivilege } from '#app/ui/use-require-privilege.ts';
import { pastedCells, pastedTable } from '../data/pasted-table.ts';
import { useSpreadsheets } from '../data/use-spreadsheets.tsx';
import { useActions } from '../session/actions.tsx';
import type { Arrival } from '../session/arrival.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { fileUse, whatArrived } from './what-arrived.ts';

/** Offset between several images that arrive at once, in CSS pixels. */
const STEP_PX = 20;
/** A longer text is not for a label; a file of this size would be laid out letter by letter by mistake. */
const MAX_TEXT = 5000;
/** A longer line is wrapped at the label's width. */
const LONG_LINE = 60;
/** A text and its line breaks are one undo step. */
const TEXT_MERGE = 'arrival';

export interface ArrivalsProps {
  /** Arrivals in order. */
  readonly waiting: readonly Arrival[];
  /** Called when the first one has been taken. */
  onTaken(): void;
}

type CellsUse = 'table' | 'data' | null;

/** Makes elements and data from pasted or dropped content, one after the other. */
export function Arrivals({ waiting, onTaken }: ArrivalsProps): JSX.Element | null {
  const { t } = useTranslation(['arrivals', 'editor', 'common']);
  const { modal } = App.useApp();
  const { editor } = useEditorSession();
  const { placeImage, report, run } = useActions();
  const { open, openPasted } = useSpreadsheets();
  const requirePrivilege = useRequirePrivilege();
  const [next] = waiting;
  const taken = useRef<Arrival | null>(null);

  useEffect(() => {
    if (next === undefined || taken.current === next) return;
    taken.current = next;
    void take(next).finally(onTaken);
    // Handled with the props at the time of arrival.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [next, onTaken]);

  function placeOf({ at }: Arrival): Pick<AddOptions, 'centreMm'> {
    return at === undefined ? {} : { centreMm: canvasToLabel(editor.state().viewport, at) };
  }

  async function take(arrival: Arrival): Promise<void> {
    const arrived = whatArrived(arrival, pastedCells);
    switch (arrived?.type) {
      case undefined:
        return report(problem('edit.clipboardEmpty'));
      case 'cells':
        return takeCells(arrived.cells, arrival);
      case 'files':
        return takeFiles(arrived.files, arrival);
      case 'drawing':
        return placeImage(new Blob([arrived.markup], { type: 'image/svg+xml' }), arrival.at);
      case 'text':
        return takeText(arrived.text, arrival);
    }
  }

  /** Takes the files one after the other, so that each is a separate undo step. */
  async function takeFiles(files: readonly File[], arrival: Arrival): Promise<void> {
    let images = 0;
    for (const file of files) {
      const { at } = arrival;
      switch (fileUse(file)) {
        case 'image': {
          const offset = STEP_PX * images++;
          await placeImage(file, at === undefined ? undefined : { x: at.x + offset, y: at.y + offset });
          break;
        }
        case 'spreadsheet':
          await open(file);
          break;
        case 'text':
          // A limit in bytes, before reading: a character of UTF-8 has at most four.
          if (file.size > MAX_TEXT * 4) report(problem('edit.textTooLong', { limit: MAX_TEXT }));
          else takeText((await file.text()).replaceAll(/\r\n?/g, '\n').trim(), arrival);
          break;
        case 'none':
          report(problem('file.notForCanvas', { file: file.name }));
      }
    }
  }

  function takeText(text: string, arrival: Arrival): void {
    if (text === '') return report(problem('edit.clipboardEmpty'));
    if (text.length > MAX_TEXT) return report(problem('edit.textTooLong', { limit: MAX_TEXT }));
    editor.endMerge();
    run(addElement('text', { ...placeOf(arrival), stem: t('editor:type.text'), text }), TEXT_MERGE);
    if (text.split('\n').some((line) => line.length > LONG_LINE)) {
      run(setProperties('text', { autoWrap: true }), TEXT_MERGE);
    }
    editor.endMerge();
  }

  async function takeCells(cells: readonly (readonly string[])[], arrival: Arrival): Promise<void> {
    const use = await askForUse(cells);
    if (use === 'table' && requirePrivilege('tables')) {
      run(addTable(cells, { ...placeOf(arrival), stem: t('editor:type.table') }));
    }
    if (use !== 'data') return;
    const table = pastedTable(arrival.html, arrival.plain);
    if (table !== null) await openPasted(table);
  }

  async function askForUse(cells: readonly (readonly string[])[]): Promise<CellsUse> {
    const { promise, resolve } = Promise.withResolvers<CellsUse>();
    const columns = Math.max(...cells.map((row) => row.length));
    const dialog = modal.confirm({
      icon: null,
      centered: true,
      title: t('title', { rows: cells.length, columns }),
      content: t('text'),
      footer: (_footer, { CancelBtn }) => (
        <>
          <CancelBtn />
          <Button data-testid="cells-as-data" onClick={() => resolve('data')}>
            {t('asData')}
          </Button>
          <Button type="primary" autoFocus data-testid="cells-as-table" onClick={() => resolve('table')}>
            {t('asTable')}
          </Button>
        </>
      ),
      cancelText: t('common:action.cancel'),
      onCancel: () => resolve(null),
    });
    const answer = await promise;
    dialog.destroy();
    return answer;
  }
  return null;
}

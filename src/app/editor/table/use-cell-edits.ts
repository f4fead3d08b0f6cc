import { App } from 'antd';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cellKey, type CellChange, type CellEdit } from '#model/data/cell-edit.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';

/** The cells of a sheet that are edited here and not in the file. */
export function useCellEdits(
  info: SpreadsheetInfo,
  sheet: string,
): {
  readonly edits: readonly CellEdit[];
  /** By `cellKey`. */
  readonly edited: ReadonlyMap<string, CellEdit>;
  change(changes: readonly CellChange[]): void;
} {
  const { t } = useTranslation('problems');
  const { message } = App.useApp();
  const { data } = useEditorSession();
  // Renders again whenever cells change.
  useStore(data.state);
  const edits = data.cells.edits(info, sheet);
  const edited = useMemo(() => new Map(edits.map((edit) => [cellKey(edit), edit])), [edits]);
  const change = useCallback(
    (changes: readonly CellChange[]) => {
      void data.cells.edit(info, sheet, changes).then((done) => {
        if (!done.ok) void message.error(problemText(t, done.error));
      });
    },
    [data, info, sheet, message, t],
  );
  return { edits, edited, change };
}

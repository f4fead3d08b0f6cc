import { useEffect, useState } from 'react';
import type { BoundTable } from '#model/data/tables.ts';
import type { SheetChoice } from '#services/storage/row-choices.ts';
import { useServices } from '#app/state/services.tsx';

const NOTHING_CHOSEN: SheetChoice = { rows: { type: 'all' }, copiesColumn: null };

export interface SheetChoiceState extends SheetChoice {
  /** False until the last choice is known. */
  readonly isKnown: boolean;
  /** Whether the rows are those of the sheet's last print and were not changed since. */
  readonly isOfLastPrint: boolean;
  readonly columns: readonly string[];
  choose(choice: SheetChoice): void;
}

/** The rows and the column of copies of a sheet: initially those of its last print. */
export function useSheetChoice(table: BoundTable | null): SheetChoiceState {
  const { rowChoices, spreadsheets } = useServices();
  const [known, setKnown] = useState<{
    readonly table: BoundTable;
    readonly choice: SheetChoice;
    readonly columns: readonly string[];
    readonly isOfLastPrint: boolean;
  } | null>(null);

  useEffect(() => {
    if (table === null) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    void Promise.all([rowChoices.get(table, table.sheet), spreadsheets.reopen(table, table.fileName, { signal })]).then(
      ([kept, info]) => {
        if (signal.aborted) return;
        const columns = info.ok ? (info.value.sheets.find(({ name }) => name === table.sheet)?.columns ?? []) : [];
        const choice = kept ?? NOTHING_CHOSEN;
        const isThere = choice.copiesColumn === null || columns.includes(choice.copiesColumn);
        const usable = isThere ? choice : { ...choice, copiesColumn: null };
        setKnown({ table, columns, choice: usable, isOfLastPrint: kept !== null });
      },
    );
    return () => abort.abort();
  }, [rowChoices, spreadsheets, table]);

  const isKnown = table === null || known?.table === table;
  const current = isKnown ? known : null;
  return {
    ...(current?.choice ?? NOTHING_CHOSEN),
    isKnown,
    isOfLastPrint: current?.isOfLastPrint === true,
    columns: current?.columns ?? [],
    choose(choice) {
      if (table === null || current === null) return;
      const isOfLastPrint = current.isOfLastPrint && choice.rows === current.choice.rows;
      setKnown({ ...current, choice, isOfLastPrint });
      void rowChoices.put(table, table.sheet, choice);
    },
  };
}

import { useEffect, useState } from 'react';
import type { BoundTable } from '#model/data/tables.ts';
import type { SheetChoice } from '#services/storage/row-choices.ts';
import { useServices } from '#app/state/services.tsx';

const NOTHING_CHOSEN: SheetChoice = { rows: { type: 'all' }, copiesColumn: null };

export interface SheetChoiceState extends SheetChoice {
  /** False until it is known what was chosen the last time. */
  readonly isKnown: boolean;
  readonly columns: readonly string[];
  choose(choice: SheetChoice): void;
}

/** The rows and the column of copies of a sheet: at first as they were chosen for its last print. */
export function useSheetChoice(table: BoundTable | null): SheetChoiceState {
  const { rowChoices, spreadsheets } = useServices();
  const [known, setKnown] = useState<{
    readonly table: BoundTable;
    readonly choice: SheetChoice;
    readonly columns: readonly string[];
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
        setKnown({ table, columns, choice: isThere ? choice : { ...choice, copiesColumn: null } });
      },
    );
    return () => abort.abort();
  }, [rowChoices, spreadsheets, table]);

  const isKnown = table === null || known?.table === table;
  const current = isKnown ? known : null;
  return {
    ...(current?.choice ?? NOTHING_CHOSEN),
    isKnown,
    columns: current?.columns ?? [],
    choose(choice) {
      if (table === null || current === null) return;
      setKnown({ ...current, choice });
      void rowChoices.put(table, table.sheet, choice);
    },
  };
}

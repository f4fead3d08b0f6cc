import { withChanges, type CellChange, type CellEdit } from '#model/data/cell-edit.ts';
import type { SpreadsheetRef } from '#model/elements/base/reading.ts';
import type { Result } from '#model/kernel/result.ts';
import type { CellEditStore } from '../storage/cell-edit-store.ts';
import { sheetKey } from '../storage/row-choices.ts';

/** The cells of sheets that were changed here and not in their files. */
export class CellEdits {
  readonly #store: CellEditStore;
  readonly #known = new Map<string, readonly CellEdit[]>();
  /** Changes are kept one after the other: each reads what the last one has written. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: CellEditStore) {
    this.#store = store;
  }

  /** Reads what is stored of a sheet, once. Where nothing can be stored, there is nothing. */
  async load(spreadsheet: SpreadsheetRef, sheet: string): Promise<readonly CellEdit[]> {
    const key = sheetKey(spreadsheet, sheet);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const stored = await this.#store.get(key);
    const edits = this.#known.get(key) ?? (stored.ok ? stored.value : []);
    this.#known.set(key, edits);
    return edits;
  }

  /** The same list until the next change; what has not been loaded is empty. */
  of(spreadsheet: SpreadsheetRef, sheet: string): readonly CellEdit[] {
    return this.#known.get(sheetKey(spreadsheet, sheet)) ?? NO_EDITS;
  }

  /** Changes cells for as long as the page lives; all edits of the sheet. */
  async change(
    spreadsheet: SpreadsheetRef,
    sheet: string,
    changes: readonly CellChange[],
  ): Promise<readonly CellEdit[]> {
    await this.load(spreadsheet, sheet);
    const edits = withChanges(this.of(spreadsheet, sheet), changes);
    this.#known.set(sheetKey(spreadsheet, sheet), edits);
    return edits;
  }

  /** Keeps changes for later. Of several tabs that edit the sheet each keeps its own: the last change of a cell wins. */
  keep(spreadsheet: SpreadsheetRef, sheet: string, changes: readonly CellChange[]): Promise<Result<null>> {
    const key = sheetKey(spreadsheet, sheet);
    const kept = this.#last.then(async () => {
      const stored = await this.#store.get(key);
      return stored.ok ? this.#store.put(key, withChanges(stored.value, changes)) : stored;
    });
    this.#last = kept;
    return kept;
  }
}

const NO_EDITS: readonly CellEdit[] = [];

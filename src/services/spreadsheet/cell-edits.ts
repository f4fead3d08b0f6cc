import { withChanges, type CellChange, type CellEdit } from '#model/data/cell-edit.ts';
import type { SpreadsheetRef } from '#model/elements/base/reading.ts';
import type { Result } from '#model/kernel/result.ts';
import type { CellEditStore } from '../storage/cell-edit-store.ts';
import { sheetKey } from '../storage/row-choices.ts';

/** The cells of sheets that were edited here and not in their files. */
export class CellEdits {
  readonly #store: CellEditStore;
  readonly #known = new Map<string, readonly CellEdit[]>();
  /** Writes are serialized: each reads what the last one has written. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: CellEditStore) {
    this.#store = store;
  }

  /** Reads the stored edits of a sheet, once. Empty if nothing can be stored. */
  async load(spreadsheet: SpreadsheetRef, sheet: string): Promise<readonly CellEdit[]> {
    const key = sheetKey(spreadsheet, sheet);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const stored = await this.#store.get(key);
    const edits = this.#known.get(key) ?? (stored.ok ? stored.value : []);
    this.#known.set(key, edits);
    return edits;
  }

  /** The same list until the next change; empty before it is loaded. */
  of(spreadsheet: SpreadsheetRef, sheet: string): readonly CellEdit[] {
    return this.#known.get(sheetKey(spreadsheet, sheet)) ?? NO_EDITS;
  }

  /** Changes cells for as long as the page lives; returns all edits of the sheet. */
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

  /** Stores changes. If several tabs edit the sheet, their edits are merged: the last change of a cell wins. */
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

import type { ElementId } from '#model/kernel/ids.ts';
import { diffTemplates, invertChange, isEmptyChange } from '#model/template/change.ts';
import type { Change } from '#model/template/change.ts';
import type { Template } from '#model/template/template.ts';

/** One undo step: the change, and the selection before and after. */
interface Entry {
  readonly change: Change;
  readonly selectionBefore: readonly ElementId[];
  readonly selectionAfter: readonly ElementId[];
}

/** Start of an entry that is still growing: typing, or a slider. A drag records one entry at its end. */
interface Mark {
  readonly merge: string | null;
  readonly template: Template;
  readonly selection: readonly ElementId[];
}

export interface HistoryStep {
  readonly change: Change;
  readonly selection: readonly ElementId[];
}

export interface HistoryList {
  readonly changes: readonly Change[];
  readonly done: number;
}

/**
 * Undo and redo. A mark opens an entry, which takes any number of updates and is squashed to the one change from the
 * mark to the current state. Recording discards everything that was undone.
 */
export class History {
  private entries: Entry[] = [];
  /** Number of entries that are done; the rest were undone. */
  private done = 0;
  private mark: Mark | null = null;

  get canUndo(): boolean {
    return this.done > 0;
  }

  get canRedo(): boolean {
    return this.done < this.entries.length;
  }

  /** Whether the open entry has this key, so that the next record with it extends the entry. */
  isMerging(merge: string): boolean {
    return this.mark?.merge === merge;
  }

  /**
   * Records the change from `before` to `after`. With `merge` the entry stays open: the next record with the same key
   * extends it. An entry without a change (moved there and back) is dropped.
   */
  record(
    before: Template,
    selectionBefore: readonly ElementId[],
    after: Template,
    selectionAfter: readonly ElementId[],
    merge: string | null,
  ): void {
    const open = merge !== null && this.mark?.merge === merge ? this.mark : null;
    const from = open ?? { merge, template: before, selection: selectionBefore };
    const change = diffTemplates(from.template, after);
    this.entries.length = open === null ? this.done : Math.max(0, this.done - 1);
    if (isEmptyChange(change)) {
      this.done = this.entries.length;
      this.mark = null;
      return;
    }
    this.entries.push({ change, selectionBefore: from.selection, selectionAfter });
    this.done = this.entries.length;
    this.mark = merge === null ? null : from;
  }

  /** Closes the open entry: the next record starts a new one. */
  endMerge(): void {
    this.mark = null;
  }

  undo(): HistoryStep | null {
    const entry = this.entries[this.done - 1];
    if (entry === undefined) return null;
    this.mark = null;
    this.done -= 1;
    return { change: invertChange(entry.change), selection: entry.selectionBefore };
  }

  redo(): HistoryStep | null {
    const entry = this.entries[this.done];
    if (entry === undefined) return null;
    this.mark = null;
    this.done += 1;
    return { change: entry.change, selection: entry.selectionAfter };
  }

  /** The steps, oldest first, and how many of them are done; the rest were undone. */
  get list(): HistoryList {
    return { changes: this.entries.map(({ change }) => change), done: this.done };
  }

  clear(): void {
    this.entries = [];
    this.done = 0;
    this.mark = null;
  }
}

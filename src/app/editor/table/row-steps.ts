import type { ViewPart } from '#protocol/table-query.ts';
import type { TableView } from '#services/spreadsheet/table-view.ts';

/** The rows for stepping. */
export interface SteppedRows {
  readonly view: Pick<TableView, 'placeOf' | 'indexes'>;
  /** The loaded part of the view. */
  readonly part: Pick<ViewPart, 'ready' | 'done'>;
}

export interface RowStepsHost {
  /** The row of the sheet that is shown after the previous steps; null for none. */
  current(): number | null;
  /** Shows a row of the sheet, which is at this position. */
  onStep(place: number, row: number): void;
}

/**
 * Steps from the shown row to the next or the previous one in the view's order. Only the worker knows the position of a
 * row, so a step takes a moment: the next step waits for it, and starts at its result. All of several fast key presses
 * count, and none starts from a position in an earlier order: a step between two views, when the older one is already
 * closed, is made in the newer one. Going to a row in another way cancels the pending steps.
 */
export class RowSteps {
  readonly #waiting: (1 | -1)[] = [];
  #rows: SteppedRows | null = null;
  #host: RowStepsHost = { current: () => null, onStep: () => undefined };
  #isStepping = false;
  /** Changes whenever the previous steps are canceled. */
  #turn = 0;

  /** Sets the host that shows the rows, also those of pending steps. */
  serve(host: RowStepsHost): void {
    this.#host = host;
  }

  /** Sets the rows for stepping; null cancels the pending steps. */
  use(rows: SteppedRows | null): void {
    this.#rows = rows;
    if (rows === null) this.giveUp();
    void this.#goOn();
  }

  /** Cancels the pending and the current steps. */
  giveUp(): void {
    this.#waiting.length = 0;
    this.#turn++;
  }

  step(by: 1 | -1): void {
    if (this.#rows === null) return;
    this.#waiting.push(by);
    void this.#goOn();
  }

  async #goOn(): Promise<void> {
    if (this.#isStepping) return;
    this.#isStepping = true;
    for (;;) {
      const [by] = this.#waiting;
      const rows = this.#rows;
      if (by === undefined || rows === null) break;
      const turn = this.#turn;
      const taken = await this.#take(by, rows);
      if (turn !== this.#turn) continue;
      if (taken) this.#waiting.shift();
      // A step that was impossible is retried with other rows.
      else if (this.#rows === rows) break;
    }
    this.#isStepping = false;
  }

  /** False if these rows can't answer, because the view is closed or has not loaded that far. */
  async #take(by: 1 | -1, { view, part }: SteppedRows): Promise<boolean> {
    const turn = this.#turn;
    const row = this.#host.current();
    const place = row === null ? null : await view.placeOf(row);
    if (place !== null && !place.ok) return false;
    const to = place === null || place.value === null ? 0 : place.value + by;
    if (to < 0) return true;
    if (to >= part.ready) return part.done;
    const found = await view.indexes(to, 1);
    if (!found.ok) return false;
    const next = found.value[0];
    if (turn !== this.#turn || next === undefined) return true;
    if (this.#host.current() === row) this.#host.onStep(to, next);
    else this.giveUp();
    return true;
  }
}

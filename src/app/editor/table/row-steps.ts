import type { ViewPart } from '#protocol/table-query.ts';
import type { TableView } from '#services/spreadsheet/table-view.ts';

/** The rows that can be stepped through. */
export interface SteppedRows {
  readonly view: Pick<TableView, 'placeOf' | 'indexes'>;
  /** As far as the view has come. */
  readonly part: Pick<ViewPart, 'ready' | 'done'>;
}

export interface RowStepsHost {
  /** The row of the sheet that is shown now, after the steps before; null for none. */
  current(): number | null;
  /** Shows a row of the sheet, which stands at this place. */
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
  /** Another one whenever the steps of before are given up. */
  #turn = 0;

  /** Tells who shows the rows; steps that wait are shown there, too. */
  serve(host: RowStepsHost): void {
    this.#host = host;
  }

  /** Tells what there is to step through now; null forgets the steps that wait. */
  use(rows: SteppedRows | null): void {
    this.#rows = rows;
    if (rows === null) this.giveUp();
    void this.#goOn();
  }

  /** Forgets the steps that wait, and the one that is under way. */
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
      // What the rows did not allow is tried again when there are others.
      else if (this.#rows === rows) break;
    }
    this.#isStepping = false;
  }

  /** False when it can't be told from these rows, because the view is closed or has not come so far. */
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

import { expect, test } from 'vitest';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { RowSteps, type SteppedRows } from '#app/editor/table/row-steps.ts';

interface FakeView {
  readonly rows: SteppedRows;
  close(): void;
  /** The same rows, more of them ready. */
  further(ready: number): SteppedRows;
}

/** A view of these rows of the sheet that answers nothing once closed. */
function viewOf(order: readonly number[], ready = order.length): FakeView {
  let isOpen = true;
  const view: SteppedRows['view'] = {
    async placeOf(row) {
      const place = order.indexOf(row);
      return isOpen ? ok(place < 0 ? null : place) : err(problem('aborted'));
    },
    async indexes(first, count) {
      return isOpen ? ok(Uint32Array.from(order.slice(first, first + count))) : err(problem('aborted'));
    },
  };
  const further = (now: number): SteppedRows => ({ view, part: { ready: now, done: now === order.length } });
  return { rows: further(ready), close: () => (isOpen = false), further };
}

function stepper(first: number | null): { readonly steps: RowSteps; readonly shown: (number | null)[] } {
  const shown: (number | null)[] = [first];
  const steps = new RowSteps();
  steps.serve({ current: () => shown.at(-1) ?? null, onStep: (_place, row) => shown.push(row) });
  return { steps, shown };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('steps pressed in quick succession are all taken, each from the previous target, and stop at the ends', async () => {
  const { steps, shown } = stepper(4);
  steps.use(viewOf([4, 2, 9]).rows);
  for (const by of [1, 1, 1, -1, -1, -1] as const) steps.step(by);
  await settled();
  expect(shown).toEqual([4, 2, 9, 2, 4]);
});

test('a step between two views uses the newer view, from the position of the row there', async () => {
  const { steps, shown } = stepper(2);
  const older = viewOf([2, 4]);
  steps.use(older.rows);
  older.close();
  steps.step(1);
  await settled();
  expect(shown).toEqual([2]);
  steps.use(viewOf([1, 2, 3, 4]).rows);
  await settled();
  expect(shown).toEqual([2, 3]);
});

test('a step to a row that is not found yet waits for it', async () => {
  const { steps, shown } = stepper(7);
  const view = viewOf([7, 8, 9], 1);
  steps.use(view.rows);
  steps.step(1);
  await settled();
  expect(shown).toEqual([7]);
  steps.use(view.further(2));
  await settled();
  expect(shown).toEqual([7, 8]);
});

test('a view that is closed for good discards its pending steps', async () => {
  const { steps, shown } = stepper(1);
  const older = viewOf([1, 2]);
  steps.use(older.rows);
  older.close();
  steps.step(1);
  await settled();
  steps.use(null);
  steps.use(viewOf([1, 2]).rows);
  await settled();
  expect(shown).toEqual([1]);
});

test('earlier steps do not leave a row that was opened in another way', async () => {
  const { steps, shown } = stepper(1);
  steps.use(viewOf([1, 2, 3, 4, 5, 6, 7, 8, 9]).rows);
  for (let i = 0; i < 3; i++) steps.step(1);
  // Elsewhere, without notifying the steps.
  shown.push(7);
  await settled();
  expect(shown).toEqual([1, 7]);

  for (let i = 0; i < 3; i++) steps.step(1);
  // To a position whose row is not known yet.
  steps.giveUp();
  await settled();
  expect(shown).toEqual([1, 7]);
  steps.step(1);
  steps.giveUp();
  steps.step(-1);
  await settled();
  expect(shown).toEqual([1, 7, 6]);
});

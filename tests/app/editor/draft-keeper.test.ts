import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDraftKeeper, type DraftKeeper, type DraftStore } from '#app/editor/save/draft-keeper.ts';
import { setLabel } from '#editor/commands/label.ts';
import type { Editor } from '#editor/editor.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor, pointerAt } from '../../editor/create-test-editor.ts';

const IDLE_MS = 1_000;
const NEW = { key: 'new', revision: 0 };
const SAVED = { key: 'saved', revision: 1 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A store with slow calls; `rows` has the stored names and their content. */
function createSlowStore(writeMs = 50): DraftStore & { readonly rows: ReadonlyMap<string, string> } {
  const rows = new Map<string, string>();
  const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  return {
    rows,
    async write(key, { template, revision }, insteadOf) {
      await after(writeMs);
      if (insteadOf !== null) rows.delete(insteadOf.storedAs);
      rows.set(key, `${template.label.name} of ${revision}`);
      return ok(null);
    },
    async append(key, { template, revision }) {
      await after(writeMs);
      rows.set(key, `${template.label.name} of ${revision}`);
      return ok(null);
    },
    async remove(key) {
      await after(5);
      rows.delete(key);
      return ok(null);
    },
  };
}

function keep(editor: Editor, store: DraftStore, onlyHere = false): DraftKeeper {
  const keeper = createDraftKeeper(editor, store, NEW, onlyHere);
  keeper.start(() => expect.fail('not kept'));
  return keeper;
}

function rename(editor: Editor, name: string): void {
  expect(editor.run(setLabel({ name })).ok).toBe(true);
}

test('a save during the writing of a draft leaves no draft', async () => {
  const editor = createTestEditor();
  const store = createSlowStore(3_000);
  const keeper = keep(editor, store);
  rename(editor, 'A');
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  editor.markSaved(editor.state().template);
  let over = false;
  void keeper.saved(SAVED).then(() => (over = true));
  await vi.advanceTimersByTimeAsync(500);
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(over).toBe(true);
  expect([...store.rows]).toEqual([]);
});

test('edits during a save are kept under the new name only, based on the saved version', async () => {
  const editor = createTestEditor();
  const store = createSlowStore();
  const keeper = keep(editor, store);
  rename(editor, 'A');
  const { template } = editor.state();
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  rename(editor, 'B');
  editor.markSaved(template);
  await Promise.all([keeper.saved(SAVED), vi.advanceTimersByTimeAsync(2 * IDLE_MS)]);
  expect([...store.rows]).toEqual([['saved', 'B of 1']]);
});

test('a label that exists only locally is kept without edits, and no longer once it is saved', async () => {
  const editor = createTestEditor();
  const store = createSlowStore();
  const keeper = keep(editor, store, true);
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect([...store.rows.keys()]).toEqual(['new']);
  editor.markSaved(editor.state().template);
  await Promise.all([keeper.saved(SAVED), vi.advanceTimersByTimeAsync(2 * IDLE_MS)]);
  expect([...store.rows]).toEqual([]);
});

test('a restored draft belongs to this tab, and is based on the version it started with', async () => {
  const editor = createTestEditor();
  const store = createSlowStore();
  const keeper = keep(editor, store);
  const found = { template: editor.state().template, editedAt: 1, revision: 7, storedAs: 'other tab' };
  await Promise.all([store.write(found.storedAs, found, null, null), vi.advanceTimersByTimeAsync(IDLE_MS)]);
  const adopted = keeper.adopt(found);
  rename(editor, 'A');
  await Promise.all([adopted, vi.advanceTimersByTimeAsync(2 * IDLE_MS)]);
  expect([...store.rows]).toEqual([['new', 'A of 7']]);
  editor.markSaved(editor.state().template);
  await Promise.all([keeper.saved(SAVED), vi.advanceTimersByTimeAsync(IDLE_MS)]);
  expect([...store.rows]).toEqual([]);
});

test('leaving keeps pending edits, and nothing of a file that was only viewed', async () => {
  const store = createSlowStore();
  for (const edited of [false, true]) {
    const editor = createTestEditor();
    const stop = createDraftKeeper(editor, store, NEW, true).start(() => undefined);
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect([...store.rows.keys()]).toEqual(['new']);
    if (edited) rename(editor, 'A');
    stop();
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect([...store.rows]).toEqual(edited ? [['new', 'A of 0']] : []);
  }
});

test('undoing everything back to the saved version leaves no draft', async () => {
  const editor = createTestEditor();
  const store = createSlowStore();
  keep(editor, store);
  rename(editor, 'A');
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  expect([...store.rows.keys()]).toEqual(['new']);
  editor.undo();
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  expect([...store.rows]).toEqual([]);
});

test('undoing quickly deletes only what may be stored', async () => {
  const editor = createTestEditor();
  const store = createSlowStore();
  let removals = 0;
  keep(editor, { ...store, remove: (key) => (removals++, store.remove(key)) });
  const rest = (): Promise<unknown> => vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  for (let i = 0; i < 3; i++) {
    rename(editor, 'A');
    editor.undo();
    await rest();
  }
  // A visit before may have left a draft.
  expect(removals).toBe(1);
  rename(editor, 'A');
  await rest();
  editor.undo();
  await rest();
  expect(removals).toBe(2);
  expect([...store.rows]).toEqual([]);
});

test('a canceled drag leaves no draft', async () => {
  const shape = createTestElement('rectangle');
  const editor = createTestEditor([shape]);
  const store = createSlowStore();
  keep(editor, store);
  editor.pointerDown(pointerAt(editor, shape.xMm + shape.widthMm / 2, shape.yMm + 0.1));
  editor.pointerMove(pointerAt(editor, shape.xMm + 20, shape.yMm + 20));
  expect(editor.state().dirty).toBe(true);
  editor.pointerCancel();
  expect(editor.state().dirty).toBe(false);
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  expect([...store.rows]).toEqual([]);
});

test('a drag is stored when it ends, and at once if the page may be left before', async () => {
  const shape = createTestElement('rectangle');
  const editor = createTestEditor([shape]);
  const store = createSlowStore();
  const keeper = keep(editor, store);
  const dragTo = (mm: number): void => void editor.pointerMove(pointerAt(editor, shape.xMm + mm, shape.yMm + mm));
  editor.pointerDown(pointerAt(editor, shape.xMm + shape.widthMm / 2, shape.yMm + 0.1));
  for (const mm of [20, 25]) {
    dragTo(mm);
    await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  }
  expect([...store.rows]).toEqual([]);
  editor.pointerUp(pointerAt(editor, shape.xMm + 25, shape.yMm + 25));
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect([...store.rows.keys()]).toEqual(['new']);

  editor.undo();
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect([...store.rows]).toEqual([]);
  editor.pointerDown(pointerAt(editor, shape.xMm + shape.widthMm / 2, shape.yMm + 0.1));
  dragTo(20);
  keeper.flush();
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect([...store.rows.keys()]).toEqual(['new']);
});

test('a failure to store drafts is reported once', async () => {
  const onLost = vi.fn();
  const editor = createTestEditor();
  const refused = (): ReturnType<DraftStore['write']> => Promise.resolve(err(problem('storage.full')));
  createDraftKeeper(editor, { write: refused, append: refused, remove: refused }, NEW, false).start(onLost);
  for (const name of ['A', 'B']) {
    rename(editor, name);
    await vi.advanceTimersByTimeAsync(IDLE_MS);
  }
  expect(onLost).toHaveBeenCalledTimes(1);
});

test('95 % of the changes are stored within 600 ms, at any rate of changes', async () => {
  const editor = createTestEditor();
  const slow = createSlowStore(80);
  const made: number[] = [];
  const lateMs: number[] = [];
  let count = 0;
  const store: DraftStore = {
    ...slow,
    async append(key, draft, before) {
      const written = await slow.append(key, draft, before);
      const kept = Number(draft.template.label.name);
      while (lateMs.length <= kept) lateMs.push(Date.now() - (made[lateMs.length] ?? 0));
      return written;
    },
  };
  keep(editor, store);
  // A held key (every 16 ms), typing (every 120 ms), and single edits with pauses.
  for (const [pauseMs, changes] of [
    [16, 400],
    [120, 200],
    [900, 50],
  ] as const) {
    for (let i = 0; i < changes; i++) {
      made.push(Date.now());
      rename(editor, String(count++));
      await vi.advanceTimersByTimeAsync(pauseMs);
    }
  }
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(lateMs).toHaveLength(count);
  const sorted = lateMs.toSorted((a, b) => a - b);
  expect(sorted[Math.floor(count * 0.95)]).toBeLessThanOrEqual(600);
});

test('patches continue from the stored draft, and are merged into one file with a picture when idle', async () => {
  const editor = createTestEditor();
  const slow = createSlowStore();
  const calls: string[] = [];
  const store: DraftStore = {
    ...slow,
    append(key, draft, before) {
      calls.push(`${before?.label.name ?? '-'} > ${draft.template.label.name}`);
      return slow.append(key, draft, before);
    },
    write(key, draft, insteadOf, picture) {
      calls.push(`whole ${draft.template.label.name} ${picture?.length ?? 0}`);
      return slow.write(key, draft, insteadOf, picture);
    },
  };
  createDraftKeeper(editor, store, NEW, false, () => Promise.resolve(new Uint8Array(5))).start(() => undefined);
  for (const name of ['A', 'B']) {
    rename(editor, name);
    await vi.advanceTimersByTimeAsync(IDLE_MS);
  }
  await vi.advanceTimersByTimeAsync(5_000);
  rename(editor, 'C');
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(calls).toEqual(['- > A', 'A > B', 'whole B 5', 'B > C']);
});

test('a browser without storage space gets retries, and the next patch continues from what it has', async () => {
  const editor = createTestEditor();
  const slow = createSlowStore();
  const faults: (string | null)[] = [];
  let full = false;
  const befores: (string | null)[] = [];
  const store: DraftStore = {
    ...slow,
    append(key, draft, before) {
      if (full) return Promise.resolve(err(problem('storage.full')));
      befores.push(before?.label.name ?? null);
      return slow.append(key, draft, before);
    },
  };
  createDraftKeeper(editor, store, NEW, false).start((fault) => faults.push(fault?.code ?? null));
  for (const [name, isFull] of [
    ['A', false],
    ['B', true],
    ['C', true],
    ['D', false],
  ] as const) {
    full = isFull;
    rename(editor, name);
    await vi.advanceTimersByTimeAsync(IDLE_MS);
  }
  expect(faults).toEqual(['storage.full', null]);
  expect(befores).toEqual([null, 'A']);
  expect([...slow.rows]).toEqual([['new', 'D of 0']]);
});

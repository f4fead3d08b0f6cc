import { afterEach, describe, expect, test, vi } from 'vitest';
import { fixedText, type SequenceSource } from '#model/elements/base/content.ts';
import { sourcesOf } from '#model/elements/element.ts';
import type { CounterId, ElementId } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { contentOf, noElements } from '#model/data/content.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { PLAIN_NUMBERING } from '#model/data/row-numbering.ts';
import { MAX_SEQUENCE_LABELS } from '#model/data/record-source.ts';
import { asSequence, setSource } from '#editor/commands/sources.ts';
import { changeSources, columnSource, rereadAs, unbindAll } from '#app/editor/data/bindings.ts';
import { createSpreadsheetSession, type SpreadsheetSession } from '#app/editor/session/spreadsheet-session.ts';
import type { Editor } from '#editor/editor.ts';
import type { SpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { createTestEditor } from '#tests/editor/create-test-editor.ts';
import { createTestElement, TEST_TIME } from '#tests/support/create-elements.ts';

/** Contents without a label around them. */
const LABEL = noElements({ now: TEST_TIME });

const SLOT = { id: 'number' as ElementId, content: 0 };
const COUNTING: SequenceSource = { ...asSequence(fixedText('')), initial: '008', step: 2 };
const INFO = {
  connection: 'a',
  fileName: 'a.xlsx',
  text: null,
  sheets: [
    {
      name: 'Rows',
      hidden: false,
      columns: ['A'],
      rowCount: 3,
      numbering: PLAIN_NUMBERING,
      hiddenRowCount: 0,
      hiddenColumnCount: 0,
    },
  ],
};

/** A device without the spreadsheet. */
const NOTHING_AT_HAND: SpreadsheetClient = {
  open: async () => err(problem('data.notConnected')),
  reopen: async () => err(problem('data.notConnected')),
  rows: async () => err(problem('data.notConnected')),
  view: async () => err(problem('data.notConnected')),
  preview: async () => err(problem('data.notConnected')),
  edits: () => [],
  edit: async () => err(problem('data.notConnected')),
  save: async () => err(problem('data.notConnected')),
  file: async () => err(problem('data.notConnected')),
  onEdit: () => () => undefined,
  contentOf: (spreadsheet) => spreadsheet,
  confirmCopy: () => Promise.resolve(ok(null)),
  dispose: () => undefined,
};

let sessions: SpreadsheetSession[] = [];
afterEach(() => {
  for (const controller of sessions) controller.dispose();
  sessions = [];
});

/** A device with the file, for all reading options. */
const FILE_AT_HAND: SpreadsheetClient = {
  ...NOTHING_AT_HAND,
  reopen: async ({ reading }) => ok({ ...INFO, reading }),
  rows: async (_spreadsheet, _sheet, _columns, first) => ok({ first, rows: [['x']], errors: [] }),
};

function createController(client: SpreadsheetClient = NOTHING_AT_HAND): {
  readonly editor: Editor;
  readonly controller: SpreadsheetSession;
} {
  const editor = createTestEditor([createTestElement('text', { id: SLOT.id, sources: [fixedText('8')] })]);
  const controller = createSpreadsheetSession(editor, client);
  sessions.push(controller);
  return { editor, controller };
}

/** The value of the element on the label that is shown. */
function shown(controller: SpreadsheetSession): string | null {
  const content = contentOf([COUNTING], controller.state.get().record, LABEL);
  return content.ok ? content.value : null;
}

describe('spreadsheet session', () => {
  test('steps through the labels of running numbers alone', async () => {
    const { editor, controller } = createController();
    expect(controller.state.get()).toMatchObject({ count: 0, numbered: false });
    editor.run(setSource(SLOT, 0, COUNTING));
    // 008, 010 … 998
    await vi.waitFor(() => expect(controller.state.get()).toMatchObject({ count: 496, numbered: true }));
    expect(shown(controller)).toBe('008');
    controller.showRow(3);
    await vi.waitFor(() => expect(shown(controller)).toBe('014'));
    controller.showRow(MAX_SEQUENCE_LABELS);
    await vi.waitFor(() => expect(shown(controller)).toBe('998'));
    // Another start has another end.
    editor.run(setSource(SLOT, 0, { ...COUNTING, initial: '8' }));
    await vi.waitFor(() => expect(controller.state.get().count).toBe(MAX_SEQUENCE_LABELS));
  });

  test('waits for the row of a spreadsheet that is being read, however often it is asked', async () => {
    let give: () => void = () => undefined;
    const here = new Promise<void>((resolve) => (give = resolve));
    const { editor, controller } = createController({
      ...FILE_AT_HAND,
      async reopen({ reading }) {
        await here;
        return ok({ ...INFO, reading });
      },
    });
    await controller.settled();
    const source = columnSource(INFO, 'Rows', 'A', 'first', '8');
    editor.run(setSource(SLOT, 0, source));
    let settled = 0;
    const waiting = [controller.settled(), controller.settled()].map((done) => done.then(() => settled++));
    expect(contentOf([source], controller.state.get().record, LABEL)).toMatchObject({ ok: false });
    // Reads the spreadsheet again while the first reading runs.
    editor.run(unbindAll(INFO));
    editor.run(setSource(SLOT, 0, source));
    expect(settled).toBe(0);
    give();
    await Promise.all(waiting);
    expect(contentOf([source], controller.state.get().record, LABEL)).toMatchObject({ value: 'x' });
  });

  test('shows the counter values of each label, also while labels are read', async () => {
    const { editor, controller } = createController();
    editor.run(setSource(SLOT, 0, { ...COUNTING, counter: 'abcd1234' as CounterId }));
    await vi.waitFor(() => expect(controller.state.get().numbered).toBe(true));
    const number = (): string | null => {
      const [source] = editor.state().template.elements.flatMap(sourcesOf);
      const content = contentOf(source === undefined ? [] : [source], controller.state.get().record, LABEL);
      return content.ok ? content.value : null;
    };
    expect(number()).toBe('008');
    controller.countFrom({ ['abcd1234' as CounterId]: '100' });
    expect(number()).toBe('100');
    controller.showRow(2);
    await vi.waitFor(() => expect(number()).toBe('104'));
    controller.countFrom(undefined);
    expect(controller.state.get().record).not.toHaveProperty('counters');
  });

  test('shows one label again when nothing counts any more, and waits for a bound spreadsheet', async () => {
    const { editor, controller } = createController();
    editor.run(setSource(SLOT, 0, COUNTING));
    await vi.waitFor(() => expect(controller.state.get().numbered).toBe(true));
    controller.showRow(9);
    editor.run(setSource(SLOT, 0, columnSource(INFO, 'Rows', 'A', 'x', '')));
    await vi.waitFor(() => expect(controller.state.get()).toMatchObject({ count: 0, numbered: false }));
    expect(controller.state.get()).toMatchObject({ missing: new Set(['a']), problem: { code: 'data.notConnected' } });
    editor.run(unbindAll(INFO));
    await vi.waitFor(() => expect(controller.state.get().problem).toBeNull());
    expect(controller.state.get()).toMatchObject({ row: 0, count: 0, numbered: false, record: NO_RECORD });
  });

  test('undoing or redoing a reading leaves no stale one', async () => {
    const { editor, controller } = createController(FILE_AT_HAND);
    const readings = () => [...controller.state.get().sheets.values()].map(({ reading }) => reading);
    editor.run(setSource(SLOT, 0, columnSource(INFO, 'Rows', 'A', 'x', '8')));
    await vi.waitFor(() => expect(readings()).toEqual([undefined]));
    const how = { skippedRows: 1 };
    const reread = await controller.reread(INFO, how);
    if (!reread.ok) expect.fail(reread.error.code);
    editor.run(changeSources(rereadAs(INFO, reread.value)));
    controller.forget(INFO);
    await vi.waitFor(() => expect(readings()).toEqual([how]));
    editor.undo();
    await vi.waitFor(() => expect(readings()).toEqual([undefined]));
    editor.redo();
    await vi.waitFor(() => expect(readings()).toEqual([how]));
  });
});

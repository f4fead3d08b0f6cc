import { afterEach, describe, expect, test, vi } from 'vitest';
import { fixedText, type SequenceSource } from '#model/elements/base/content.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { err } from '#model/kernel/result.ts';
import { contentOf } from '#model/data/content.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { MAX_SEQUENCE_LABELS } from '#model/data/record-source.ts';
import { columnSource, newSequence, setSource, unbindAll } from '#app/editor/data/bindings.ts';
import { createDataDesk, type DataDesk } from '#app/editor/session/data-desk.ts';
import type { Editor } from '#editor/editor.ts';
import type { SpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { createTestEditor } from '#tests/editor/create-test-editor.ts';
import { createTestElement } from '#tests/support/create-elements.ts';

const SLOT = { id: 'number' as ElementId, content: 0 };
const COUNTING: SequenceSource = { ...newSequence(''), initial: '008', step: 2 };
const INFO = {
  connection: 'a',
  fileName: 'a.xlsx',
  sheets: [{ name: 'Rows', hidden: false, columns: ['A'], rowCount: 3 }],
};

/** A device that has no spreadsheet. */
const NOTHING_AT_HAND: SpreadsheetClient = {
  open: async () => err(problem('data.notConnected')),
  reopen: async () => err(problem('data.notConnected')),
  rows: async () => err(problem('data.notConnected')),
  dispose: () => undefined,
};

let desks: DataDesk[] = [];
afterEach(() => {
  for (const desk of desks) desk.dispose();
  desks = [];
});

function createDesk(): { readonly editor: Editor; readonly desk: DataDesk } {
  const editor = createTestEditor([createTestElement('text', { id: SLOT.id, sources: [fixedText('8')] })]);
  const desk = createDataDesk(editor, NOTHING_AT_HAND);
  desks.push(desk);
  return { editor, desk };
}

/** What the element says on the label that is shown. */
function shown(desk: DataDesk): string | null {
  const content = contentOf([COUNTING], desk.state.get().record);
  return content.ok ? content.value : null;
}

describe('data desk', () => {
  test('steps through the labels of running numbers alone', async () => {
    const { editor, desk } = createDesk();
    expect(desk.state.get()).toMatchObject({ count: 0, numbered: false });
    editor.run(setSource(SLOT, 0, COUNTING));
    await vi.waitFor(() => expect(desk.state.get()).toMatchObject({ count: MAX_SEQUENCE_LABELS, numbered: true }));
    expect(shown(desk)).toBe('008');
    desk.showRow(3);
    await vi.waitFor(() => expect(shown(desk)).toBe('014'));
    desk.showRow(MAX_SEQUENCE_LABELS + 5);
    await vi.waitFor(() => expect(desk.state.get().record.index).toBe(MAX_SEQUENCE_LABELS - 1));
    // A label beyond the end of the numbers is reported as a problem.
    expect(shown(desk)).toBeNull();
  });

  test('shows one label again when nothing counts any more, and waits for a spreadsheet that is bound', async () => {
    const { editor, desk } = createDesk();
    editor.run(setSource(SLOT, 0, COUNTING));
    await vi.waitFor(() => expect(desk.state.get().numbered).toBe(true));
    desk.showRow(9);
    editor.run(setSource(SLOT, 0, columnSource(INFO, 'Rows', 'A', 'x', '')));
    await vi.waitFor(() => expect(desk.state.get()).toMatchObject({ count: 0, numbered: false }));
    expect(desk.state.get()).toMatchObject({ missing: new Set(['a']), problem: { code: 'data.notConnected' } });
    editor.run(unbindAll('a'));
    await vi.waitFor(() => expect(desk.state.get().problem).toBeNull());
    expect(desk.state.get()).toMatchObject({ row: 0, count: 0, numbered: false, record: NO_RECORD });
  });
});

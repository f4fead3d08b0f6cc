import { describe, expect, test, vi } from 'vitest';
import { fixedText, type SequenceSource } from '#model/elements/base/content.ts';
import type { CounterId, ElementId } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { asSequence, setSource } from '#editor/commands/sources.ts';
import type { Editor } from '#editor/editor.ts';
import type { CounterList } from '#protocol/api.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import { createCounterController, type CounterController } from '#app/editor/session/counter-controller.ts';
import { createTestEditor } from '#tests/editor/create-test-editor.ts';
import { createTestElement } from '#tests/support/create-elements.ts';

const SLOT = { id: 'number01' as ElementId, content: 0 };
const COUNTER = 'abcd1234' as CounterId;
const COUNTING: SequenceSource = { ...asSequence(fixedText('')), counter: COUNTER };

/** A server whose counter has the value `next`; null while it is unreachable. */
function createController(): {
  editor: Editor;
  controller: CounterController;
  server: { next: string | null };
  asked: string[];
} {
  const editor = createTestEditor([createTestElement('text', { id: SLOT.id, sources: [fixedText('8')] })]);
  const server: { next: string | null } = { next: '0042' };
  const asked: string[] = [];
  const call = async (_name: string, { id }: { id: string }): Promise<unknown> => {
    asked.push(id);
    if (server.next === null) return err(problem('server.unreachable'));
    const list: CounterList['list'] = [{ counter: COUNTER, kind: 'digits', step: 1, next: server.next }];
    return ok({ list, count: 1 });
  };
  return { editor, controller: createCounterController(editor, { call } as Pick<ApiClient, 'call'>), server, asked };
}

describe('counter controller', () => {
  test('asks the server once the label is saved and uses counters, and again when values may have been taken', async () => {
    const { editor, controller, server, asked } = createController();
    controller.again();
    controller.follow('t1');
    expect(asked).toEqual([]);
    editor.run(setSource(SLOT, 0, COUNTING));
    await vi.waitFor(() => expect(controller.state.get()).toEqual({ next: { [COUNTER]: '0042' }, fault: null }));
    editor.run(setSource(SLOT, 0, { ...COUNTING, step: 2 }));
    expect(asked).toEqual(['t1']);
    server.next = '0050';
    controller.again();
    await vi.waitFor(() => expect(controller.state.get().next).toEqual({ [COUNTER]: '0050' }));
    // An answer to a request from before the value was set is ignored.
    controller.again();
    controller.noteSet(COUNTER, '0007');
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    expect(controller.state.get().next).toEqual({ [COUNTER]: '0007' });
    controller.follow('t2');
    await vi.waitFor(() => expect(controller.state.get().next).toEqual({ [COUNTER]: '0050' }));
    expect(asked.at(-1)).toBe('t2');
    controller.dispose();
  });

  test('reports the value as unknown while the server is unreachable', async () => {
    const { editor, controller, server } = createController();
    server.next = null;
    editor.run(setSource(SLOT, 0, COUNTING));
    controller.follow('t1');
    await vi.waitFor(() =>
      expect(controller.state.get()).toMatchObject({ next: null, fault: { code: 'server.unreachable' } }),
    );
    server.next = '';
    controller.again();
    await vi.waitFor(() => expect(controller.state.get()).toEqual({ next: { [COUNTER]: '' }, fault: null }));
    controller.dispose();
  });
});

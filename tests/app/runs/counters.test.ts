import { describe, expect, test } from 'vitest';
import type { SequenceSource } from '#model/elements/base/content.ts';
import type { CounterId } from '#model/kernel/ids.ts';
import { expectOk, type Result } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import { takeValues, withNextValues } from '#app/print/runs/counters.ts';
import { createSavedTemplate, createTestServer, createUser, type TestUser } from '#tests/server/create-test-server.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';

function counting(fields: Partial<SequenceSource> = {}): SequenceSource {
  const counter = 'abcd1234' as CounterId;
  return { type: 'sequence', kind: 'digits', initial: '0001', step: 1, repeat: 1, text: '', counter, ...fields };
}

function labelOf(...sources: readonly SequenceSource[]): Template {
  return createTestTemplate(sources.map((source) => createTestElement('text', { name: 'No', sources: [source] })));
}

/** Start value of each sequence of the label. */
function startsOf(template: Result<Template>): readonly (string | undefined)[] | string {
  if (!template.ok) return template.error.code;
  return template.value.elements.map((element) => {
    const [source] = element.type === 'text' ? element.sources : [];
    return source?.type === 'sequence' ? source.next : undefined;
  });
}

async function createSaved(): Promise<{ readonly user: TestUser; readonly id: string }> {
  const { url } = await createTestServer();
  const user = await createUser(url, 'ana');
  return { user, id: (await createSavedTemplate(user, 'Serial')).id };
}

describe('the counters of a run', () => {
  test('are taken run by run, as many values as there are labels', async () => {
    const { user, id } = await createSaved();
    const other = counting({ counter: 'WXYZ0000' as CounterId, initial: '5', repeat: 3 });
    const label = labelOf(counting(), other);
    expect(startsOf(await withNextValues(user.api, id, label))).toEqual([undefined, undefined]);
    expect(startsOf(await takeValues(user.api, id, label, 7))).toEqual(['0001', '5']);
    expect(startsOf(await withNextValues(user.api, id, label))).toEqual(['0008', '8']);
    // Reading takes nothing.
    expect(startsOf(await takeValues(user.api, id, label, 1))).toEqual(['0008', '8']);
  });

  test('need a saved label and a server; otherwise the run is rejected', async () => {
    const { user, id } = await createSaved();
    expect(startsOf(await takeValues(user.api, null, labelOf(counting()), 1))).toBe('data.counterUnsaved');
    expect(startsOf(await withNextValues(user.api, null, labelOf(counting())))).toBe('data.counterUnsaved');
    expect(startsOf(await takeValues(user.api, 'gone', labelOf(counting()), 1))).toBe('server.notFound');
    expectOk(await user.api.call('logout', {}));
    expect(startsOf(await takeValues(user.api, id, labelOf(counting()), 1))).toBe('server.signedOut');
  });

  test('lose nothing when one of several is rejected', async () => {
    const { user, id } = await createSaved();
    const other = { counter: 'WXYZ0000' as CounterId };
    const firstOf = async (): Promise<unknown> => startsOf(await withNextValues(user.api, id, labelOf(counting())));
    expect(startsOf(await takeValues(user.api, id, labelOf(counting(), counting(other)), 4))).toEqual(['0001', '0001']);
    for (const wrong of [{ kind: 'hex' as const }, { step: -1 }]) {
      const label = labelOf(counting(), counting({ ...other, ...wrong }));
      expect(startsOf(await takeValues(user.api, id, label, 4))).toBe('server.said');
      expect(await firstOf()).toEqual(['0005']);
    }
    const short = labelOf(counting(), counting({ counter: 'short000' as CounterId, initial: '08' }));
    expect(startsOf(await takeValues(user.api, id, short, 93))).toBe('server.said');
    expect(await firstOf()).toEqual(['0005']);
    expect(startsOf(await takeValues(user.api, id, short, 92))).toEqual(['0005', '08']);
  });

  test('a label without counters sends no request', async () => {
    const { user } = await createSaved();
    const { counter: _, ...plain } = counting();
    const label = labelOf(plain);
    expect(expectOk(await takeValues(user.api, null, label, 5))).toBe(label);
    expect(expectOk(await withNextValues(user.api, null, label))).toBe(label);
  });

  test('that are exhausted or have too few values reject the run before it starts', async () => {
    const { user, id } = await createSaved();
    const label = labelOf(counting({ initial: '08' }));
    expect(startsOf(await takeValues(user.api, id, label, 93))).toBe('server.said');
    expect(startsOf(await takeValues(user.api, id, label, 92))).toEqual(['08']);
    expect(startsOf(await withNextValues(user.api, id, label))).toBe('data.counterEnded');
  });
});

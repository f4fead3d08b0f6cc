import { connect } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { CALLS, type TakeCounterInput, type TemplateInfo } from '#protocol/api.ts';
import { startMain } from '#tests/support/server-process.ts';
import {
  createSavedTemplate,
  createTestFolder,
  createTestServer,
  createUser,
  createVisitor,
  PASSWORD,
  upload,
  type TestUser,
  pageHeaderLines,
} from './create-test-server.ts';
import { storageEnvironment } from './test-storage.ts';

const COUNTER = { counter: 'abcd1234', kind: 'digits', step: 1, initial: '0001' } as const;

async function createSaved(): Promise<{ url: string; user: TestUser; template: TemplateInfo }> {
  const { url } = await createTestServer();
  const user = await createUser(url, 'ana');
  return { url, user, template: await createSavedTemplate(user, 'Serial') };
}

async function take(user: TestUser, id: string, fields: Partial<TakeCounterInput> = {}): Promise<string> {
  const block = await user.api.call('takeCounter', { id, ...COUNTER, count: 10, ...fields });
  return block.ok ? block.value.first : block.error.message;
}

async function nextOf({ api }: TestUser, id: string): Promise<string | undefined> {
  return expectOk(await api.call('counterList', { id })).list.find(({ counter }) => counter === COUNTER.counter)?.next;
}

/** The numbers of blocks of values. */
function numbersOf(blocks: readonly { readonly first: string; readonly count: number }[]): readonly number[] {
  return blocks.flatMap(({ first, count }) => Array.from({ length: count }, (_, i) => Number(first) + i));
}

describe('a counter', () => {
  test('begins with the template’s first value and continues with each block', async () => {
    const { user, template } = await createSaved();
    expect(await nextOf(user, template.id)).toBeUndefined();
    expect(await take(user, template.id)).toBe('0001');
    expect(await take(user, template.id, { count: 89 })).toBe('0011');
    // The template's own first value no longer counts.
    expect(await take(user, template.id, { count: 1, initial: '5000' })).toBe('0100');
    expect(await nextOf(user, template.id)).toBe('0101');
    expect(await take(user, template.id, { counter: 'zzzz0000' })).toBe('0001');
  });

  test('gives no value twice to ten concurrent requests, with blocks of any size', async () => {
    const { user, template } = await createSaved();
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(sizes, async (counts) => {
        await user.api.call('setCounter', { id: template.id, counter: 'abcd1234', kind: 'digits', step: 1, next: '1' });
        const firsts = await Promise.all(counts.map((count) => take(user, template.id, { count })));
        const numbers = numbersOf(firsts.map((first, i) => ({ first, count: counts[i] ?? 0 })));
        expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, i) => i + 1));
      }),
      { numRuns: 10 },
    );
  });

  test('ends with its digits, and reports this before anything is taken', async () => {
    const { user, template } = await createSaved();
    expect(await take(user, template.id, { initial: '0990' })).toBe('0990');
    expect(await take(user, template.id, { count: 9001 })).toContain('1000');
    expect(await nextOf(user, template.id)).toBe('1000');
    expect(await take(user, template.id, { count: 9000 })).toBe('1000');
    expect(await nextOf(user, template.id)).toBe('');
    expect(await take(user, template.id, { count: 1 })).toContain('come to its end');
  });

  test('is set by its user, and continues from there', async () => {
    const { user, template } = await createSaved();
    const place = { id: template.id, counter: COUNTER.counter, kind: 'letters', step: -1 } as const;
    expectOk(await user.api.call('setCounter', { ...place, next: 'AZ' }));
    expect(await take(user, template.id, { kind: 'letters', step: -1, initial: 'AA', count: 5 })).toBe('AZ');
    expect(await nextOf(user, template.id)).toBe('AU');
    expect(await user.api.call('setCounter', { ...place, next: 'A1' })).toMatchObject({ error: { path: 'next' } });
    expect(await user.api.call('setCounter', { ...place, step: 0, next: 'A' })).toMatchObject({
      error: { path: 'step' },
    });
  });

  test('gives nothing when its format has changed, since its values could repeat', async () => {
    const { user, template } = await createSaved();
    await take(user, template.id);
    expect(await take(user, template.id, { step: -1 })).toContain('0011');
    expect(await take(user, template.id, { kind: 'hex' })).toContain('0011');
    expect(await take(user, template.id, { step: 5 })).toBe('0011');
    expectOk(
      await user.api.call('setCounter', {
        id: template.id,
        counter: COUNTER.counter,
        kind: 'hex',
        step: -1,
        next: '00FF',
      }),
    );
    expect(await take(user, template.id, { kind: 'hex', step: -1 })).toBe('00FF');
  });

  test.each([
    { count: 0 },
    { count: 1.5 },
    { count: 10_000_001 },
    { step: 0 },
    { counter: 'short' },
    { kind: 'roman' as never },
    { initial: '' },
    { initial: 'x' },
  ])('refuses %o and takes nothing', async (fields) => {
    const { user, template } = await createSaved();
    const answer = await user.api.call('takeCounter', { id: template.id, ...COUNTER, count: 1, ...fields });
    expect(answer.ok).toBe(false);
    expect(await nextOf(user, template.id)).toBeUndefined();
  });

  test('ends where its values would be longer than a counter stores', async () => {
    const { user, template } = await createSaved();
    const initial = '9'.repeat(200);
    expect(await take(user, template.id, { initial, count: 1 })).toBe(initial);
    expect(await nextOf(user, template.id)).toBe('');
    expect(await take(user, template.id, { initial, count: 1 })).toContain('come to its end');
  });

  test('another user neither sees nor changes it', async () => {
    const { url, user, template } = await createSaved();
    await take(user, template.id);
    const other = await createUser(url, 'bob');
    for (const name of ['takeCounter', 'setCounter', 'counterList'] as const) {
      const input = { id: template.id, ...COUNTER, count: 1, next: '1' };
      expect(await other.api.call(name, input)).toMatchObject({ error: { code: 'server.notFound' } });
    }
    expect(await nextOf(user, template.id)).toBe('0011');
  });

  test('half a request takes nothing', async () => {
    const { url, user, template } = await createSaved();
    const body = JSON.stringify({ id: template.id, ...COUNTER, count: 10 });
    const { hostname, port } = new URL(url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        const head = `POST ${CALLS.takeCounter.path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${pageHeaderLines(user)}`;
        socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`);
        socket.write(body.slice(0, -5), () => setTimeout(() => socket.destroy(), 50));
      });
      socket.on('close', () => resolve());
    });
    expect(await nextOf(user, template.id)).toBeUndefined();
    expect(await take(user, template.id)).toBe('0001');
  });
});

describe('with its template', () => {
  test('survives a save, a new name and an overwrite, is not copied, and is deleted with it', async () => {
    const { user, template } = await createSaved();
    await take(user, template.id);
    const files = await upload(user, 'two');
    expectOk(await user.api.call('editTemplate', { id: template.id, name: 'Renamed', ...files }));
    const fields = { name: 'Covered', parent_id: '', width: 10, height: 10, ...(await upload(user, 'three')) };
    expectOk(await user.api.call('coverTemplate', { ...fields, id: template.id }));
    const copy = expectOk(await user.api.call('copyTemplate', { id: template.id }));
    expect(await take(user, copy.id)).toBe('0001');
    expect(await take(user, template.id)).toBe('0011');
    expectOk(await user.api.call('deleteTemplate', { id: template.id }));
    const after = { id: template.id, ...COUNTER, count: 1 };
    expect(await user.api.call('takeCounter', after)).toMatchObject({ error: { code: 'server.notFound' } });
    expect(await user.api.call('counterList', { id: template.id })).toMatchObject({ ok: false });
    expect(await nextOf(user, copy.id)).toBe('0011');
  });
});

test('a killed server repeats none of its values', async () => {
  const DATA_DIR = join(await createTestFolder(), 'data');
  const blocks: { first: string; count: number }[] = [];
  let id = '';
  for (let round = 0; round < 3; round++) {
    const { url, stop, ended } = await startMain({ ...(await storageEnvironment(DATA_DIR)), DEMO_PASSWORD: PASSWORD });
    const visitor = createVisitor(url);
    const signedIn = expectOk(await visitor.api.call('login', { account: 'demo', password: PASSWORD }));
    const user = { ...visitor, user: signedIn };
    if (id === '') ({ id } = await createSavedTemplate(user, 'Serial'));
    // It is killed while it answers: answered values must hold, and unanswered ones may be lost.
    const asked = Array.from({ length: 30 }, async (_, i) => {
      const answer = await user.api.call('takeCounter', { id, ...COUNTER, initial: '1', count: 7 });
      if (answer.ok) blocks.push({ first: answer.value.first, count: 7 });
      if (i === 12) stop('SIGKILL');
    });
    await Promise.all(asked);
    await ended;
  }
  const numbers = numbersOf(blocks);
  expect(blocks.length).toBeGreaterThan(10);
  expect(new Set(numbers).size).toBe(numbers.length);
});

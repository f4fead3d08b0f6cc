import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { packTemplate } from '#model/template/packing.ts';
import { boundColumn, createRenderFolder } from '#tests/support/command-line.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createSuiteServer, createTestServer, createUser, type TestUser } from './create-test-server.ts';
import { asking, saveLabel, startWorker, tokenOf, type Ask, type Run } from './v1-program.ts';

interface ProvenText {
  readonly outcome: string;
  readonly fits_up_to: number;
  readonly failing_text: string | null;
}

function createText(over: Partial<TextElement>): TextElement {
  const place = { xMm: 10, yMm: 10, widthMm: 60, heightMm: 6 };
  return createTestElement('text', {
    name: 'Product',
    sources: [boundColumn('name')],
    fontFamily: 'Roboto',
    fontSize: 14,
    minFontSize: 8,
    fit: 'shrink',
    ...place,
    ...over,
  });
}

async function saveTexts(user: TestUser, ...texts: readonly Partial<TextElement>[]): Promise<string> {
  const folder = await createRenderFolder();
  const template = createTestTemplate(texts.map((over, i) => createText({ yMm: 10 + 10 * i, ...over })));
  await writeFile(join(folder, 'label.tprts'), packTemplate(writeTemplate(template)));
  return saveLabel(user, folder);
}

async function proofsOf(ask: Ask, template: string, body: object): Promise<readonly ProvenText[]> {
  const answer = await ask(`/v1/templates/${template}/fit-proof`, body);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { texts: ProvenText[] }).texts;
}

describe('the fit proof of the public interface', () => {
  const suiteServer = createSuiteServer();
  const ends: (() => Promise<void>)[] = [];
  let users = 0;
  beforeAll(async () => {
    await startWorker(suiteServer(), (end) => ends.push(end));
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const newUser = (): Promise<TestUser> => createUser(suiteServer().url, `user-${users++}`);

  test('gives the length up to which all values of the class of the rows fit, which the preview confirms', async () => {
    const owner = await newUser();
    const template = await saveTexts(owner, {});
    const ask = asking(suiteServer().url, await tokenOf(owner));
    const rows = [{ name: 'PUMP' }, { name: 'GASKET' }];
    const answer: unknown = await (await ask(`/v1/templates/${template}/fit-proof`, { rows, dpi: 300 })).json();
    expect(answer).toMatchObject({
      template,
      version: 1,
      dpi: 300,
      rows: 2,
      texts: [
        {
          element: 'Product',
          columns: ['name'],
          outcome: 'proven',
          alphabet: 'capitals',
          exceeds_declared: false,
          failing_text: null,
          reason: null,
        },
      ],
    });
    const [text] = (answer as { texts: ProvenText[] }).texts;
    const preview = async (length: number): Promise<number> => {
      const row = { name: 'W'.repeat(length) };
      return (await ask(`/v1/templates/${template}/preview`, { row, dpi: 300 })).status;
    };
    expect(await preview(text?.fits_up_to ?? 0)).toBe(200);
    expect(await preview((text?.fits_up_to ?? 0) + 1)).toBe(422);
    // A run of a program that waits for its answer is in no list.
    expect(await (await ask('/v1/runs')).json()).toEqual({ items: [] });
  });

  test('observes the rows of a file that pass the filter, and shows the shortest text that does not fit', async () => {
    const owner = await newUser();
    const template = await saveTexts(owner, { suffix: ' kg' });
    const ask = asking(suiteServer().url, await tokenOf(owner));
    const csv = `name\n${'7'.repeat(80)}\nPUMP\n`;
    const [all] = await proofsOf(ask, template, { csv });
    expect(all).toMatchObject({ outcome: 'fails', alphabet: 'capitalsAndDigits', is_shortest: true });
    expect(all?.failing_text).toHaveLength((all?.fits_up_to ?? 0) + 1 + ' kg'.length);
    const where = [{ column: 'name', test: 'contains', value: 'PUMP' }];
    expect(await proofsOf(ask, template, { csv, where })).toMatchObject([{ outcome: 'proven', alphabet: 'capitals' }]);
  });

  test('proves declared values without rows, and reports rows that exceed them', async () => {
    const owner = await newUser();
    const template = await saveTexts(
      owner,
      { valueAlphabet: 'digits', maxValueLength: 12 },
      { valueAlphabet: 'digits', maxValueLength: 90 },
      {},
    );
    const ask = asking(suiteServer().url, await tokenOf(owner));
    expect(await proofsOf(ask, template, {})).toMatchObject([
      { outcome: 'proven', alphabet: 'digits', exceeds_declared: false },
      { outcome: 'fails', alphabet: 'digits', is_shortest: true },
      { outcome: 'unknown', reason: 'values', fits_up_to: null },
    ]);
    expect(await proofsOf(ask, template, { rows: [{ name: 'PUMP' }] })).toMatchObject([
      { outcome: 'proven', alphabet: 'digits', exceeds_declared: true },
      { outcome: 'fails', alphabet: 'digits', exceeds_declared: true },
      { outcome: 'proven', alphabet: 'capitals', exceeds_declared: false },
    ]);
  });

  test('proves nothing about the template of another user, without the scope, or from ambiguous or missing rows', async () => {
    const owner = await newUser();
    const template = await saveTexts(owner, {});
    const path = `/v1/templates/${template}/fit-proof`;
    const ask = asking(suiteServer().url, await tokenOf(owner));
    const codes = async (body: object, from: Ask = ask): Promise<unknown> => {
      const answer = await from(path, body);
      return [answer.status, ((await answer.json()) as { code: string }).code];
    };
    const rows = [{ name: 'PUMP' }];
    const other = asking(suiteServer().url, await tokenOf(await newUser()));
    expect(await codes({ rows }, other)).toEqual([404, 'template.notFound']);
    const reader = asking(suiteServer().url, await tokenOf(owner, ['templates:read']));
    expect(await codes({ rows }, reader)).toEqual([403, 'token.scope']);
    expect(await codes({ rows, csv: 'name\nPUMP\n' })).toEqual([422, 'request.invalid']);
    expect(await codes({ where: [{ column: 'name', test: 'filled' }] })).toEqual([422, 'request.invalid']);
    expect(await codes({ rows: [{ other: 'PUMP' }] })).toEqual([422, 'data.noColumn']);
    expect(await codes({ copies: 2 })).toEqual([422, 'request.invalid']);
  });

  test('comes before the other runs of its user', async () => {
    const owner = await newUser();
    const template = await saveTexts(owner, {});
    const ask = asking(suiteServer().url, await tokenOf(owner));
    const rows = Array.from({ length: 5_000 }, (_, i) => ({ name: `TEA ${i}` }));
    const { id } = (await (await ask('/v1/runs', { template, format: 'png', dpi: 300, rows })).json()) as Run;
    await expect.poll(async () => ((await (await ask(`/v1/runs/${id}`)).json()) as Run).verified).toBeGreaterThan(0);
    expect(await proofsOf(ask, template, { rows: [{ name: 'PUMP' }] })).toMatchObject([{ outcome: 'proven' }]);
    expect(await (await ask(`/v1/runs/${id}/cancel`, {})).json()).toMatchObject({ state: 'cancelled' });
  });

  test('says nothing about texts that are the same on every label', async () => {
    const owner = await newUser();
    const template = await saveTexts(owner, { sources: [fixedText('PUMP')] });
    expect(await proofsOf(asking(suiteServer().url, await tokenOf(owner)), template, {})).toEqual([]);
  });

  test('rejects more rows than a run may have', async () => {
    const owner = await newUser();
    const template = await saveTexts(owner, {});
    const ask = asking(suiteServer().url, await tokenOf(owner));
    const answer = await ask(`/v1/templates/${template}/fit-proof`, { csv: `name\n${'A\n'.repeat(200_001)}` });
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'run.tooManyLabels' }]);
  });
});

test('ends the fit proof of a client that disconnects', async () => {
  const server = await createTestServer();
  const owner = await createUser(server.url, 'owner');
  const template = await saveTexts(owner, {});
  const token = await tokenOf(owner);
  const { db, queue } = server.server.services;
  const runs = async (): Promise<number> => (await db.selectFrom('label_run').select('id').execute()).length;
  const left = new AbortController();
  // No worker takes it.
  const asked = fetch(`${server.url}/v1/templates/${template}/fit-proof`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rows: [{ name: 'PUMP' }] }),
    signal: left.signal,
  }).catch(() => null);
  await expect.poll(runs).toBe(1);
  left.abort();
  expect(await asked).toBeNull();
  await expect.poll(runs).toBe(0);
  expect(await queue.depth('render')).toMatchObject({ waiting: 0, leased: 0 });
});

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { readTemplate } from '#model/template/file-format.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import { API_CODES, CALLS, INDUSTRIES, INDUSTRY_FILES_PATH, type IndustryListInput } from '#protocol/api.ts';
import { PREVIEW_INDEX } from '#server/content/designs/library.ts';
import { createTestFolder, createTestServer, createUser, pageHeaders, type TestVisitor } from './create-test-server.ts';
import { createRunStart } from './print-run-factory.ts';

const SHELF = 'retail-shelf-60x40';

async function ids(user: TestVisitor, input: IndustryListInput): Promise<readonly string[]> {
  return expectOk(await user.api.call('industryList', { size: 999, ...input })).list.map(({ id }) => id);
}

describe('the list of ready-made templates', () => {
  test('is filtered by industry, printer, size and name, and has pages', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'user');
    const all = await ids(user, {});
    expect(all.length).toBeGreaterThanOrEqual(80);
    const { industries, sizes } = expectOk(await user.api.call('industryFilters', {}));
    expect(industries.map(({ id }) => id)).toEqual(INDUSTRIES);
    expect(industries.reduce((sum, { num }) => sum + num, 0)).toBe(all.length);
    expect(sizes.reduce((sum, { num }) => sum + num, 0)).toBe(all.length);

    const pharma = await ids(user, { industry: 'pharma' });
    expect(pharma.length).toBe(industries.find(({ id }) => id === 'pharma')?.num);
    expect(pharma.every((id) => id.startsWith('pharma-'))).toBe(true);

    const pages = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((page) => user.api.call('industryList', { page, size: 10 }));
    const answers = (await Promise.all(pages)).map(expectOk);
    expect(answers.flatMap(({ list }) => list.map(({ id }) => id))).toEqual(all);
    expect(answers.every(({ count }) => count === all.length)).toBe(true);
    expect(answers[9]?.list).toEqual(all.length > 90 ? expect.anything() : []);
    // A page shows several industries.
    expect(new Set(answers[0]?.list.map((one) => one.parent_id)).size).toBe(10);

    const zebra = await ids(user, { brand: 'Zebra', series: 'ZD', model: 'ZD411' });
    expect(zebra).toContain('asset-small-40x20');
    expect(zebra).not.toContain('logistics-parcel-100x150');
    expect(await ids(user, { brand: 'Zebra', series: 'ZT' })).toContain('logistics-parcel-100x150');
    expect(await ids(user, { brand: 'Nobody' })).toEqual([]);

    const small = await ids(user, { width: 40, height: 20 });
    expect(small).toContain('asset-small-40x20');
    expect(await ids(user, { width: 20, height: 40 })).toEqual(small);
    expect(await ids(user, { name: 'sHELF price' })).toEqual([SHELF]);
    expect(await ids(user, { name: 'no such name' })).toEqual([]);
  });

  test('is in the language of the request, including its files', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'user');
    const ask = async (language: string): Promise<{ readonly name: string; readonly file: string }> => {
      const response = await user.fetch(CALLS.industryList.path, {
        method: 'POST',
        headers: { ...pageHeaders(user), 'content-type': 'application/json', language },
        body: JSON.stringify({ industry: 'retail', size: 1 }),
      });
      const { data } = (await response.json()) as { data: { list: { name: string; file: string }[] } };
      const [first] = data.list;
      if (first === undefined) throw new Error('there is a first one');
      return first;
    };
    expect(await ask('zh')).toMatchObject({ name: '货架价签', file: `${INDUSTRY_FILES_PATH}zh/${SHELF}.tprts` });
    const { name, file } = await ask('ru');
    expect(name).toBe('Ценник на полку');
    const bytes = expectOk(await user.api.fetchFile(file));
    const template = expectOk(readTemplate(expectOk(unpackTemplate(bytes))));
    expect(template.label).toMatchObject({ widthMm: 60, heightMm: 40 });
    expect(JSON.stringify(template.elements)).toContain('Кофе арабика');
  });

  test('names the pictures that the build has made, and none without a build', async () => {
    const webDir = await createTestFolder();
    const path = join(webDir, PREVIEW_INDEX);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, JSON.stringify({ en: { [SHELF]: '/assets/industry/en/shelf-0123456789.png' } }));
    const { url } = await createTestServer({ webDir });
    const user = await createUser(url, 'user');
    const { list } = expectOk(await user.api.call('industryList', { industry: 'retail' }));
    expect(list.map(({ image }) => image).filter((image) => image !== '')).toEqual([
      '/assets/industry/en/shelf-0123456789.png',
    ]);
  });

  test('rejects invalid filters', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'user');
    for (const bad of [{ industry: 'weather' }, { page: 0 }, { size: 1000 }, { width: -1 }, { name: 7 }]) {
      const answer = await user.api.call('industryList', bad as IndustryListInput);
      expect(answer, JSON.stringify(bad)).toMatchObject({ ok: false, error: { apiCode: API_CODES.invalid } });
    }
  });
});

test('the printers are listed by brand, series and model', async () => {
  const { url } = await createTestServer();
  const user = await createUser(url, 'user');
  const { list, count } = expectOk(await user.api.call('machineList', {}));
  expect(list.flatMap(({ series }) => series.flatMap(({ models }) => models)).length).toBe(count);
  const zebra = list.find(({ name }) => name === 'Zebra');
  expect(zebra?.series.map(({ name }) => name)).toEqual(['ZD', 'ZT', 'ZQ']);
  expect(zebra?.series[0]?.models[0]).toMatchObject({ name: 'ZD421', dpis: [203, 300], print_width: 104 });
});

test('a file is for signed-in users, and unknown files are not found', async () => {
  const { url } = await createTestServer();
  const user = await createUser(url, 'user');
  const status = async (path: string, visitor?: TestVisitor): Promise<number> =>
    (await (visitor === undefined ? fetch(url + path) : visitor.fetch(path))).status;
  expect(await status(`${INDUSTRY_FILES_PATH}en/${SHELF}.tprts`, user)).toBe(200);
  expect(await status(`${INDUSTRY_FILES_PATH}en/${SHELF}.tprts`)).toBe(401);
  for (const path of [`en/${SHELF}`, `xx/${SHELF}.tprts`, 'en/nothing.tprts', 'en/..%2F..%2Fpackage.json', 'en/']) {
    expect(await status(INDUSTRY_FILES_PATH + path, user), path).toBe(404);
  }
});

describe('a ready-made template that is printed', () => {
  test('counts once for each run, however often it is reported', async () => {
    const { url } = await createTestServer();
    const [one, two] = [await createUser(url, 'one'), await createUser(url, 'two')];
    const used = async (): Promise<number> => {
      const { list } = expectOk(await one.api.call('industryList', { name: 'shelf price' }));
      return list[0]?.use_num ?? -1;
    };
    expect(await used()).toBe(0);
    for (const user of [one, two]) {
      expectOk(await user.api.call('beginPrintRecord', createRunStart({ job_id: 'job-1' })));
    }
    const countUse = (user: TestVisitor, job: object = { job_id: 'job-1' }): Promise<unknown> =>
      user.api.call('countCommonUse', { id: SHELF, ...job }).then(expectOk);
    await Promise.all([one, two].flatMap((user) => [1, 2, 3, 4, 5].map(() => countUse(user))));
    expect(await used()).toBe(2);
    await Promise.all(Array.from({ length: 10 }, () => countUse(one, {})));
    expect(await used()).toBe(12);
    // A copy for printing is another count.
    expectOk(await one.api.call('countDownload', { id: SHELF }));
    expect(await used()).toBe(12);
  });

  test('belongs to no user, and an unknown one is not counted', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'user');
    for (const [name, id] of [
      ['countCloudUse', SHELF],
      ['countCommonUse', 'retail-nothing-1x1'],
    ] as const) {
      expect(await user.api.call(name, { id })).toMatchObject({ error: { apiCode: API_CODES.notFound } });
    }
    expect(await user.api.call('getTemplate', { id: SHELF })).toMatchObject({ ok: false });
  });
});

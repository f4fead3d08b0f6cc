import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { ADDED_ICON_LIMITS, API_CODES, type AddIconInput } from '#protocol/api.ts';
import { codeOf, type Input } from './code-of.ts';
import { createOperator } from './create-operator.ts';
import { createTestServer, createVisitor } from './create-test-server.ts';

const { success, invalid, notFound, refused } = API_CODES;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';

function createIcon(more: Partial<AddIconInput> = {}): AddIconInput {
  const names = { zh: '我们的标志', en: 'Our mark', pt: '', es: '', ru: '' };
  return { category: 'marks', names, svg: SVG, ...more };
}

test('an added icon is in its category and its group, named in the user’s language or in English, until it is removed', async () => {
  const product = await createTestServer();
  const boss = await createOperator(product, 'boss');
  const added = expectOk(await boss.api.call('addIcon', createIcon()));
  const first = async (id: string, language: string): Promise<string | undefined> =>
    expectOk(await createVisitor(product.url, language).api.call('iconList', { id })).list[0]?.name;
  expect(await first('marks', 'zh')).toBe('我们的标志');
  expect(await first('own', 'ru')).toBe('Our mark');
  expect(await first('ghs', 'en')).not.toBe('Our mark');

  const file = await fetch(product.url + added.url);
  expect(file.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(file.headers.get('cache-control')).toContain('immutable');
  expect(file.headers.get('content-security-policy')).toContain('sandbox');
  expect(await file.text()).toBe(SVG);

  const names = { ...createIcon().names, en: 'Their mark' };
  expect(expectOk(await boss.api.call('editIcon', { id: added.id, category: 'ghs', names }))).toMatchObject({ names });
  expect(await first('ghs', 'es')).toBe('Their mark');
  expect(await first('marks', 'en')).not.toBe('Our mark');
  expect(expectOk(await boss.api.call('addedIconList', {}))).toMatchObject({ count: 1, list: [{ category: 'ghs' }] });

  expectOk(await boss.api.call('delIcon', { id: added.id }));
  expect(await codeOf(boss, 'delIcon', { id: added.id })).toBe(notFound);
  expect((await fetch(product.url + added.url)).status).toBe(404);
  expect(await first('ghs', 'en')).not.toBe('Their mark');
});

test.each<[Input, number]>([
  [{ svg: SVG.replace('<path', '<script>alert(1)</script><path') }, invalid],
  [{ svg: SVG.replace('<path', '<image href="https://example.com/x.png"/><path') }, invalid],
  [{ svg: `<!DOCTYPE svg [<!ENTITY x "y">]>${SVG}` }, invalid],
  [{ svg: 'no drawing' }, invalid],
  [{ svg: 'x'.repeat(ADDED_ICON_LIMITS.svgLength + 1) }, invalid],
  [{ names: { zh: '', en: '  ', pt: '', es: '', ru: '' } }, invalid],
  [{ category: 'none' }, notFound],
  [{ category: 'own' }, notFound],
])('no icon is made of %j', async (more, code) => {
  const product = await createTestServer();
  const boss = await createOperator(product, 'boss');
  expect(await codeOf(boss, 'addIcon', { ...createIcon(), ...more })).toBe(code);
  expect(expectOk(await boss.api.call('addedIconList', {}))).toEqual({ list: [], count: 0 });
});

test('of twenty operators’ concurrent requests no more icons are stored than the limit', async () => {
  const product = await createTestServer();
  const [ana, ben] = [await createOperator(product, 'ana'), await createOperator(product, 'ben')];
  const { count } = ADDED_ICON_LIMITS;
  const names = JSON.stringify(createIcon().names);
  const rows = Array.from({ length: count - 3 }, (_, i) => ({
    id: `filler-${i}`,
    category: 'marks',
    names,
    svg: SVG,
    created_at: i,
  }));
  await product.server.services.db.insertInto('added_icon').values(rows).execute();
  const codes = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => codeOf(i % 2 === 0 ? ana : ben, 'addIcon', { ...createIcon() })),
  );
  expect(codes.filter((code) => code === success)).toHaveLength(3);
  expect(codes.filter((code) => code === refused)).toHaveLength(17);
});

test('a published text replaces the article in its language, and withdrawing it restores the product’s', async () => {
  const product = await createTestServer();
  const boss = await createOperator(product, 'boss');
  const visitor = createVisitor(product.url);
  const before = expectOk(await boss.api.call('operatorHelpText', { id: '210', language: 'en' }));
  expect(before.markdown).toContain('## ');
  const markdown = 'Our **own** elements, see [the first label](125-first-label.md).\n\n## Rules\n\n- one\n- two\n';
  expectOk(await boss.api.call('publishHelpText', { id: '210', language: 'en', title: 'House rules', markdown }));

  expect(expectOk(await visitor.api.call('ownHelpList', { language: 'en' })).list).toEqual([
    {
      id: '210',
      title: 'House rules',
      summary: 'Our own elements, see the first label.',
      text: expect.stringContaining('two') as string,
    },
  ]);
  expect(expectOk(await visitor.api.call('ownHelpList', { language: 'zh' })).list).toEqual([]);
  const { blocks } = expectOk(await visitor.api.call('ownHelpArticle', { id: '210', language: 'en' }));
  expect(blocks.map(({ type }) => type)).toEqual(['paragraph', 'heading', 'list']);
  expect(JSON.stringify(blocks)).toContain('"href":"/helpDetail?id=125"');
  const entryOf = async (): Promise<unknown> =>
    expectOk(await boss.api.call('operatorHelpList', { language: 'en' })).list.find(({ id }) => id === '210');
  expect(await entryOf()).toMatchObject({ title: 'House rules', section: 'design' });
  expect(expectOk(await boss.api.call('operatorHelpText', { id: '210', language: 'en' })).markdown).toBe(markdown);

  expectOk(await boss.api.call('publishHelpText', { id: '210', language: 'en', title: 'New rules', markdown }));
  expect(await entryOf()).toMatchObject({ title: 'New rules' });
  expectOk(await boss.api.call('withdrawHelpText', { id: '210', language: 'en' }));
  expectOk(await boss.api.call('withdrawHelpText', { id: '210', language: 'en' }));
  expect(await entryOf()).toMatchObject({ title: before.title, published: '' });
  expect(await codeOf(visitor, 'ownHelpArticle', { id: '210', language: 'en' })).toBe(notFound);
});

test.each<[Input, number]>([
  [{ markdown: 'Fine.\n\n<script>alert(1)</script>' }, invalid],
  [{ markdown: 'A [link](javascript:alert(1)).' }, invalid],
  [{ markdown: 'A [link](nowhere.md).' }, invalid],
  [{ markdown: 'Fine.\n\n![A picture](https://example.com/x.png)' }, invalid],
  [{ markdown: 'Fine.\n\n![A picture](../pictures/../../../package.json)' }, invalid],
  [{ markdown: '## It begins with a heading' }, invalid],
  [{ title: '  ' }, invalid],
  [{ id: '999' }, notFound],
  [{ id: '124' }, notFound],
])('no text is published with %j', async (more, code) => {
  const product = await createTestServer();
  const boss = await createOperator(product, 'boss');
  const text = { id: '210', language: 'en', title: 'House rules', markdown: 'Be brief.', ...more };
  expect(await codeOf(boss, 'publishHelpText', text)).toBe(code);
  expect(expectOk(await createVisitor(product.url).api.call('ownHelpList', { language: 'en' })).list).toEqual([]);
});

import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { ANNOUNCEMENT_LIMITS, API_CODES, type AddAnnouncementInput } from '#protocol/api.ts';
import { codeOf, type Input } from './code-of.ts';
import { createOperator } from './create-operator.ts';
import { createTestServer, createVisitor } from './create-test-server.ts';

const HOUR_MS = 60 * 60 * 1000;
const { success, invalid, refused, notFound } = API_CODES;

function createAnnouncement(more: Partial<AddAnnouncementInput> = {}): AddAnnouncementInput {
  return {
    level: 'info',
    starts: new Date(Date.now() - HOUR_MS).toISOString(),
    ends: '',
    texts: [{ language: 'en', title: 'Closed on Sunday', text: 'Back on Monday.' }],
    ...more,
  };
}

test('a notice is shown from its start to its end, in the language of the request or else in English', async () => {
  const product = await createTestServer();
  const boss = await createOperator(product, 'boss');
  const ends = new Date(Date.now() + 2 * HOUR_MS).toISOString();
  const texts = [
    { language: 'en', title: 'Closed on Sunday', text: 'Back on Monday.' },
    { language: 'zh', title: '周日停机', text: '' },
  ] as const;
  const made = expectOk(await boss.api.call('addAnnouncement', createAnnouncement({ ends, texts: [...texts] })));
  const starts = new Date(Date.now() + HOUR_MS).toISOString();
  expectOk(await boss.api.call('addAnnouncement', createAnnouncement({ level: 'warning', starts })));
  const titles = async (language: string): Promise<readonly string[]> =>
    expectOk(await createVisitor(product.url, language).api.call('announcementList', {})).list.map(
      ({ title }) => title,
    );
  expect(await titles('zh')).toEqual(['周日停机']);
  expect(await titles('ru')).toEqual(['Closed on Sunday']);
  product.wait(1.5 * HOUR_MS);
  expect(await titles('zh')).toEqual(['Closed on Sunday', '周日停机']);
  product.wait(HOUR_MS);
  expect(await titles('zh')).toEqual(['Closed on Sunday']);
  const { list } = expectOk(await boss.api.call('operatorAnnouncementList', {}));
  expect(list).toHaveLength(2);
  expect(list[1]).toEqual(made);
  expect(made.texts.map(({ language }) => language)).toEqual(['en', 'zh']);
});

test('a changed notice has the time of the change, and a deleted one is not listed', async () => {
  const product = await createTestServer();
  const boss = await createOperator(product, 'boss');
  const made = expectOk(await boss.api.call('addAnnouncement', createAnnouncement()));
  product.wait(1000);
  const texts: AddAnnouncementInput['texts'] = [{ language: 'en', title: 'Open again', text: '' }];
  const edited = expectOk(await boss.api.call('editAnnouncement', { id: made.id, ...createAnnouncement({ texts }) }));
  expect(Date.parse(edited.update_time)).toBeGreaterThan(Date.parse(made.update_time));
  const shown = expectOk(await createVisitor(product.url).api.call('announcementList', {}));
  expect(shown.list).toMatchObject([{ id: made.id, title: 'Open again', update_time: edited.update_time }]);
  expectOk(await boss.api.call('delAnnouncement', { id: made.id }));
  expectOk(await boss.api.call('delAnnouncement', { id: made.id }));
  expect(expectOk(await createVisitor(product.url).api.call('announcementList', {}))).toEqual({ list: [] });
  expect(await codeOf(boss, 'editAnnouncement', { id: made.id, ...createAnnouncement() })).toBe(notFound);
});

test.each<Input>([
  { starts: 'some day soon' },
  { ends: '2001-01-01T00:00:00Z' },
  { ends: 'some day soon' },
  { texts: [] },
  { texts: [{ language: 'zh', title: '周日停机', text: '' }] },
  { texts: [{ language: 'en', title: '   ', text: '' }] },
  {
    texts: [
      { language: 'en', title: 'One', text: '' },
      { language: 'en', title: 'Two', text: '' },
    ],
  },
  { texts: [{ language: 'xx', title: 'One', text: '' }] },
  { level: 'panic' },
])('a notice is not taken with %j', async (more) => {
  const product = await createTestServer();
  const boss = await createOperator(product, 'boss');
  expect(await codeOf(boss, 'addAnnouncement', { ...createAnnouncement(), ...more })).toBe(invalid);
  expect(expectOk(await boss.api.call('operatorAnnouncementList', {}))).toEqual({ list: [] });
});

test('ten concurrent notices are all stored, up to the limit', async () => {
  const product = await createTestServer();
  const boss = await createOperator(product, 'boss');
  const add = (): Promise<number> => codeOf(boss, 'addAnnouncement', { ...createAnnouncement() });
  expect(await Promise.all(Array.from({ length: 10 }, add))).toEqual(Array.from({ length: 10 }, () => success));
  for (let i = 10; i < ANNOUNCEMENT_LIMITS.count; i++) expect(await add()).toBe(success);
  expect(await add()).toBe(refused);
});

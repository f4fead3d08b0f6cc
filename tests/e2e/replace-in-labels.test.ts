import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { contentsOf } from '#model/elements/element.ts';
import { expectOk } from '#model/kernel/result.ts';
import { WEB_PLATFORM, type TemplateInfo } from '#protocol/api.ts';
import { readTemplate } from '#model/template/file-format.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { handNames, handsOn, type Hand } from '#tests/support/hands.ts';
import { saveLabelByCall, visitorOf } from '#tests/support/saved-label.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import type { TestVisitor } from '#tests/support/visitor.ts';

const MAKERS = { Front: 'Acme Ltd', Back: 'acme and Acme', Other: 'Other' };

describe('find and replace in saved labels', () => {
  let opened: OpenedPage;
  let page: Page;
  let hands: readonly Hand[];
  let visitor: TestVisitor;

  beforeAll(async () => {
    opened = await openShared({});
    ({ page } = opened);
    hands = handsOn(page);
    await opened.driver.register('replacer', 'correct horse 42');
    visitor = await visitorOf(opened.context, opened.address);
    for (const [name, maker] of Object.entries(MAKERS)) {
      const elements = [createTestElement('text', { sources: [fixedText(maker)] }), createTestElement('ellipse')];
      await saveLabelByCall(visitor, createTestTemplate(elements, { name }));
    }
    await page.goto(`${opened.address}/cloudTemplate`);
    await page.getByRole('article').nth(2).waitFor();
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const status = (): Locator => page.getByTestId('replace-status');
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const rows = (): Locator => page.getByRole('list', { name: 'Templates with matches' }).getByRole('listitem');

  async function labels(): Promise<readonly TemplateInfo[]> {
    return expectOk(await visitor.api.call('templateList', { order: 'name' })).list;
  }
  async function labelOf(name: string): Promise<TemplateInfo> {
    return (await labels()).find((label) => label.name === name) ?? expect.fail(name);
  }
  async function textOf(name: string): Promise<string> {
    const file = expectOk(await visitor.api.fetchFile((await labelOf(name)).file));
    const template = expectOk(readTemplate(expectOk(unpackTemplate(file))));
    return template.elements.flatMap((one) => contentsOf(one).map(({ sources }) => sources[0]?.text ?? '')).join('');
  }

  test.each(handNames('replace-in-labels'))('changes all labels with matches, by %s', async (name) => {
    const hand = hands.find((each) => each.name === name) as Hand;
    const [from, to] = name === 'pointer' ? ['Acme', 'Beta'] : ['Beta', 'Acme'];
    await hand.press(button('Find and replace…'));
    await hand.type(page.getByLabel('Find', { exact: true }), from);
    await expect.poll(() => status().innerText()).toMatch(/^[23] matches · 2 templates$/);
    await expect.poll(() => rows().count()).toBe(2);
    await hand.type(page.getByLabel('Replace with', { exact: true }), to);
    await hand.press(page.getByTestId('replace-all'));
    await expect.poll(() => status().innerText()).toBe('2 templates changed. Their earlier versions are kept.');
    await expect.poll(() => rows().count()).toBe(0);
    await hand.press(button('Close').last());
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect([await textOf('Front'), await textOf('Back')]).toEqual([`${to} Ltd`, `${to} and ${to}`]);
    const { id, revision } = await labelOf('Front');
    expect(revision).toBe(name === 'pointer' ? 2 : 3);
    expect(expectOk(await visitor.api.call('versionList', { id })).list).toHaveLength(revision - 1);
    expect((await labelOf('Other')).revision).toBe(1);
  });

  test('leaves a label that was saved elsewhere meanwhile, and says so', async () => {
    await page.getByRole('checkbox', { name: 'Choose “Front”' }).check({ force: true });
    await page.getByRole('checkbox', { name: 'Choose “Back”' }).check({ force: true });
    await page.getByText('2 selected').waitFor();
    await button('Find and replace…').click();
    await page.getByLabel('Find', { exact: true }).fill('Ltd');
    await expect.poll(() => status().innerText()).toBe('1 match · 1 template');
    const { id } = await labelOf('Front');
    expectOk(await visitor.api.call('editTemplate', { id, remark: 'changed', platform: WEB_PLATFORM }));
    await page.getByLabel('Replace with', { exact: true }).fill('GmbH');
    await page.getByTestId('replace-all').dblclick();
    await expect.poll(() => status().innerText()).toBe('No template was changed.');
    await expect
      .poll(() => rows().first().innerText())
      .toBe('Front This template was changed elsewhere since you opened it.');
    expect(await textOf('Front')).toContain('Ltd');
  });
});

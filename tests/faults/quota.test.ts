import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVitePage, type VitePage } from '#tests/support/vite-page.ts';
import type { QuotaPage } from './quota-page.ts';

let opened: VitePage;

beforeAll(async () => {
  opened = await openVitePage('/tests/faults/quota-page.ts', ['idb', 'typebox', 'typebox/value']);
  await opened.page.waitForFunction(() => 'quotaPage' in globalThis);
});

afterAll(() => opened?.close());

function inPage<K extends keyof QuotaPage>(
  part: K,
  ...asked: Parameters<QuotaPage[K]>
): Promise<Awaited<ReturnType<QuotaPage[K]>>> {
  return opened.page.evaluate(
    ([name, values]) =>
      (globalThis as unknown as { quotaPage: Record<string, (...values: unknown[]) => unknown> }).quotaPage[
        name as string
      ]?.(...(values as unknown[])),
    [part as string, asked as unknown[]] as const,
  ) as Promise<Awaited<ReturnType<QuotaPage[K]>>>;
}

test('a run whose journal fills the browser’s storage sends nothing more, and continues with free space', async () => {
  const session = await opened.page.context().newCDPSession(opened.page);
  const { origin } = new URL(opened.page.url());
  const quota = (quotaSize?: number) =>
    session.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize === undefined ? {} : { quotaSize }) });
  await quota(2_000_000);
  await inPage('start', 2000);
  expect(await inPage('stopped')).toBe('print.noJournal');
  const held = await inPage('kept');
  const known = Object.values(held.pages).reduce((sum, count) => sum + count, 0);
  // Every printed page is in the journal.
  expect(held.paper.length).toBeLessThanOrEqual(known);
  expect(known).toBeLessThan(2000);
  await quota();
  expect(await inPage('goOn')).toMatchObject({ outcome: 'finished', sent: 2000, inDoubt: 0, notPrinted: 0 });
  const over = await inPage('kept');
  expect(over.pages).toEqual({ spooled: 2000 });
  expect(new Set(over.paper).size).toBe(over.paper.length);
  expect(over.paper).toHaveLength(2000);
});

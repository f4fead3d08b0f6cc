import { expect, test } from 'vitest';
import { PAGE_ROWS, RowPages } from '#app/ui/table-grid/row-pages.ts';
import type { ViewWindow } from '#protocol/table-query.ts';

/** A view of some rows whose answers wait for the test. */
function createFeed(total: number) {
  const asked: number[] = [];
  const answers: (() => void)[] = [];
  let count = total;
  const fetch = (first: number, wanted: number): Promise<ViewWindow> => {
    asked.push(first);
    return new Promise((resolve) => {
      answers.push(() => {
        const length = Math.max(0, Math.min(wanted, count - first));
        resolve({
          rows: Array.from({ length }, (_, i) => [`row ${first + i}`]),
          indexes: Array.from({ length }, (_, i) => first + i),
          errors: first === 0 ? [{ row: 2, column: 0, text: '#N/A' }] : [],
        });
      });
    });
  };
  const answer = async (): Promise<void> => {
    for (const give of answers.splice(0)) give();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { fetch, asked, answer, grow: (to: number) => (count = to) };
}

test('fetches visible rows once', async () => {
  const feed = createFeed(1000);
  let changes = 0;
  const pages = new RowPages(feed.fetch, () => changes++, null);
  pages.want(60, 70);
  pages.want(60, 70);
  expect(pages.get(65)).toBeUndefined();
  await feed.answer();
  expect(feed.asked).toEqual([0, 64]);
  expect(changes).toBe(2);
  expect(pages.get(65)).toEqual({ index: 65, texts: ['row 65'], errors: null });
  expect(pages.get(2)?.errors).toEqual(new Set([0]));
  pages.want(60, 70);
  expect(feed.asked).toEqual([0, 64]);
});

test('skips pages that a fast scroll passed', async () => {
  const feed = createFeed(1_000_000);
  const pages = new RowPages(feed.fetch, () => undefined, null);
  for (let first = 0; first < 500_000; first += 5000) pages.want(first, first + 30);
  expect(feed.asked).toHaveLength(2);
  await feed.answer();
  await feed.answer();
  expect(feed.asked).toHaveLength(3);
  expect(pages.get(495_010)?.texts).toEqual(['row 495010']);
});

test('fetches the last page again when the view grows', async () => {
  const feed = createFeed(10);
  const pages = new RowPages(feed.fetch, () => undefined, null);
  pages.want(0, 10);
  await feed.answer();
  expect(pages.get(9)).toBeDefined();
  expect(pages.get(10)).toBeUndefined();
  feed.grow(500);
  pages.want(0, 30);
  await feed.answer();
  expect(pages.get(29)?.index).toBe(29);
});

test('evicts old pages, and shows previous rows until the new ones arrive', async () => {
  const feed = createFeed(1_000_000);
  const pages = new RowPages(feed.fetch, () => undefined, null);
  for (let page = 0; page < 70; page++) {
    pages.want(page * PAGE_ROWS, page * PAGE_ROWS + 1);
    await feed.answer();
  }
  expect(pages.get(0)).toBeUndefined();
  expect(pages.get(69 * PAGE_ROWS)).toBeDefined();

  const next = new RowPages(feed.fetch, () => undefined, pages);
  expect(next.get(69 * PAGE_ROWS)).toBeDefined();
  expect(next.isOutdated).toBe(true);
  next.want(0, 1);
  await feed.answer();
  expect(next.isOutdated).toBe(false);
  expect(next.get(69 * PAGE_ROWS)).toBeUndefined();
  expect(next.get(0)?.index).toBe(0);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IdlePage } from '#tests/support/idle-page.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { openVitePage, type VitePage } from '#tests/support/vite-page.ts';

declare const idlePage: IdlePage;

let opened: VitePage;
beforeAll(async () => {
  opened = await openVitePage('/tests/support/idle-page.ts', []);
});
afterAll(() => opened?.close());

/** Does something in the page, and returns whether the page is idle right afterwards. */
async function isIdleAfter(deed: () => unknown): Promise<boolean> {
  await untilIdle(opened.page);
  // Observers are called after the script.
  return opened.page.evaluate(`(async () => {
    (${String(deed)})();
    await null;
    return document.documentElement.dataset.idle === 'true';
  })()`);
}

/** Current state in the page's body. */
function mark(name: string): Promise<string | undefined> {
  return opened.page.evaluate((key) => document.body.dataset[key], name);
}

test('is idle again after work, a promise and a timer have ended', async () => {
  expect(
    await isIdleAfter(() => {
      const end = idlePage.beginWork();
      setTimeout(end, 300);
    }),
  ).toBe(false);
  expect(await isIdleAfter(() => void idlePage.busyWhile(new Promise((resolve) => setTimeout(resolve, 300))))).toBe(
    false,
  );
  expect(await isIdleAfter(() => void idlePage.startTimer(() => (document.body.dataset['called'] = 'true'), 300))).toBe(
    false,
  );
  await untilIdle(opened.page);
  expect(await mark('called')).toBe('true');
});

test('is idle only when the tasks of a change of the page are done', async () => {
  await isIdleAfter(() => {
    document.body.append('changed');
    // Like React: in slices, each started by a message.
    const { port1, port2 } = new MessageChannel();
    let slices = 0;
    port2.addEventListener('message', () => {
      const end = performance.now() + 20;
      while (performance.now() < end);
      document.body.dataset['slices'] = String(++slices);
      if (slices < 20) port1.postMessage(null);
    });
    port2.start();
    port1.postMessage(null);
  });
  await untilIdle(opened.page);
  expect(await mark('slices')).toBe('20');
});

test('is idle when an animation has ended; an infinite one does not count', async () => {
  await isIdleAfter(() => {
    const box = document.createElement('div');
    box.animate({ opacity: [0, 1] }, { duration: 1000, iterations: Infinity });
    const fading = document.createElement('div');
    document.body.append(box, fading);
    void fading.animate({ opacity: [0, 1] }, 400).finished.then(() => (document.body.dataset['faded'] = 'true'));
  });
  await untilIdle(opened.page);
  expect(await mark('faded')).toBe('true');
});

test('is not idle right after any press', async () => {
  expect(await isIdleAfter(() => window.dispatchEvent(new Event('pointerdown')))).toBe(false);
});

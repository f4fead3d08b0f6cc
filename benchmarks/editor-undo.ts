import { AS_FOR_USERS, launchChromium } from '#tests/support/chromium.ts';
import { startProduct } from '#tests/support/product.ts';
import { saveLabelFor } from './editor-label.ts';
import { median, type Figure } from './figure.ts';
import { createViewTemplate } from './page/view-scene.ts';

const ELEMENTS = 30;
/** The name of the scene's first text. */
const TEXT = 'text5';
/** Limit for the main thread's work on one step: a frame at 120 Hz. */
const LIMIT_MS = 8;
const ROUNDS = 5;
/** Undone and redone steps of a round. */
const STEPS = 20;
/** In this time the picture and the panel follow; the draft and the list for screen readers wait for a longer pause. */
const BETWEEN_STEPS_MS = 120;
/** In this time everything follows: the draft is stored, the list is described, and the codes are graded. */
const BETWEEN_SINGLE_STEPS_MS = 600;

/**
 * The main thread's work for each undo and redo of a moved text, in an editor with everything shown: the first step makes
 * the saved label a changed one, the next one a saved one again. The steps follow each other quickly; `singleMs` is that of
 * steps with a pause.
 */
export async function run(): Promise<readonly Figure[]> {
  const product = await startProduct();
  const browser = await launchChromium(AS_FOR_USERS);
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    const id = await saveLabelFor(context, product.address, 'bench', createViewTemplate(ELEMENTS));
    const page = await context.newPage();
    await page.goto(`${product.address}/t/${id}`);
    const canvas = page.getByTestId('canvas-overlay');
    await page.locator('canvas[aria-hidden]').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByTestId('commands-field').fill(TEXT);
    await page.getByTestId('command').filter({ hasText: TEXT }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByTestId('attribute-panel').getByText(TEXT, { exact: true }).waitFor();
    await canvas.focus();
    await page.getByTestId('selection-bar').waitFor();
    await page.keyboard.press('ArrowRight');

    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const work = async (name: string): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1000 * (metrics.find((metric) => metric.name === name)?.value ?? NaN);
    };
    const all: number[] = [];
    const scripts: number[] = [];
    const single: number[] = [];
    const measure = async (pauseMs: number): Promise<readonly [all: number, scripts: number]> => {
      await page.waitForTimeout(500);
      const [before, scriptBefore] = [await work('TaskDuration'), await work('ScriptDuration')];
      for (let i = 0; i < STEPS; i++) {
        await page.keyboard.press(i % 2 === 0 ? 'Control+z' : 'Control+y');
        await page.waitForTimeout(pauseMs);
      }
      return [((await work('TaskDuration')) - before) / STEPS, ((await work('ScriptDuration')) - scriptBefore) / STEPS];
    };
    for (let round = 0; round < ROUNDS; round++) {
      const [task, script] = await measure(BETWEEN_STEPS_MS);
      all.push(task);
      scripts.push(script);
      single.push((await measure(BETWEEN_SINGLE_STEPS_MS))[0]);
    }
    const ms = median(all);
    return [
      {
        name: 'editor-undo',
        ratio: LIMIT_MS / ms,
        goal: 1,
        against: 'limit',
        ms,
        peerMs: LIMIT_MS,
        details: { scriptMs: median(scripts), singleMs: median(single) },
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

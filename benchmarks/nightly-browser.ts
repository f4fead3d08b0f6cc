import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchContextOn } from '#tests/support/chromium.ts';
import { createEditorDriver } from '#tests/support/editor-driver.ts';
import { expectEachOnce, printManyLabels } from '#tests/support/many-labels.ts';
import { createProductParts } from '#tests/support/product.ts';
import { createSerialRows } from '#tests/support/serial-labels.ts';
import { garbageCollector } from './collect-garbage.ts';
import { median } from './figure.ts';
import { pageMemory } from './page-memory.ts';

/** Memory that the page may hold in the last tenth of the run, relative to the second tenth. */
const MAX_GROWTH = 1.25;
const LIMIT_MS = 3 * 60 * 60 * 1_000;
const TENTHS = 10;
const LOOKS = 50;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    folder: { type: 'string', default: join(import.meta.dirname, '../.cache/nightly-browser') },
  },
});
const rows = createSerialRows(Number(values.rows));
const { folder } = values;

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const parts = await createProductParts();
await parts.startServer();
await parts.startAssistant();
// The journal is on the disk, as for users.
const context = await launchContextOn(join(folder, 'profile'), { viewport: { width: 1280, height: 800 } });
try {
  const page = context.pages()[0] ?? (await context.newPage());
  const driver = createEditorDriver(page, parts.address);
  await driver.register('nora', 'correct horse battery');
  const browser = context.browser();
  if (browser === null) throw new Error('the context has no browser');
  const tenths: number[][] = Array.from({ length: TENTHS }, () => []);
  const collect = await garbageCollector(page);
  let memory: Awaited<ReturnType<typeof pageMemory>> | null = null;
  let looked = -1;
  const where = { folder, pagesDirectory: parts.pagesDirectory };
  const run = await printManyLabels(driver, rows, where, LIMIT_MS, async (pages) => {
    // Samples rarely: each look at a hundred thousand pages costs the run time.
    const look = Math.floor((LOOKS * pages) / rows.length);
    if (look === looked) return;
    looked = look;
    memory ??= await pageMemory(browser);
    await collect();
    tenths[Math.min(TENTHS - 1, Math.floor((TENTHS * pages) / rows.length))]?.push(memory().processMB);
  });
  await expectEachOnce(run, rows);
  const [, second = 0, ...rest] = tenths
    .filter((samples) => samples.length > 0)
    .map((samples) => Math.round(median(samples)));
  const last = rest.at(-1) ?? 0;
  const aSecond = Math.round((1_000 * rows.length) / run.ms);
  console.log(
    `${rows.length} rows in the browser: ${aSecond} labels a second, ${second} MB, then ${rest.join(', ')} MB`,
  );
  if (last > MAX_GROWTH * second) throw new Error(`the page took ${second} MB at first and ${last} MB in the end`);
} finally {
  await context.close();
  await parts.dispose();
  await rm(folder, { recursive: true, force: true });
}

import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeTemplate } from '#model/template/file-format.ts';
import { packTemplate } from '#model/template/packing.ts';
import { boundColumn, createRenderFolder } from '#tests/support/command-line.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createTestServer, createUser } from './create-test-server.ts';
import {
  asking,
  digest,
  renderedByCommandLine,
  saveLabel,
  startWorker,
  tokenOf,
  untilEnd,
  type Run,
} from './v1-program.ts';

/** Three chunks; the longest name is in the last one. */
const ROWS = 400;
const nameOf = (i: number): string => (i === 390 ? 'The longest name of all rows' : `Name ${i}`);

test('all workers of a run, and a reprint of some of its labels, set a text in the one size of all rows', async () => {
  const server = await createTestServer();
  const owner = await createUser(server.url, 'owner');
  const folder = await createRenderFolder();
  const text = createTestElement('text', {
    sources: [boundColumn('name')],
    fontFamily: 'Roboto',
    fontSize: 20,
    minFontSize: 2,
    fit: 'shrink',
    sameSizeInRun: true,
    xMm: 5,
    yMm: 5,
    widthMm: 30,
    heightMm: 8,
  });
  await writeFile(join(folder, 'label.tprts'), packTemplate(writeTemplate(createTestTemplate([text]))));
  const template = await saveLabel(owner, folder);
  const ask = asking(server.url, await tokenOf(owner));
  const csv = `name\n${Array.from({ length: ROWS }, (_, i) => nameOf(i)).join('\n')}\n`;
  await writeFile(join(folder, 'rows.csv'), csv);
  await Promise.all([startWorker(server), startWorker(server)]);
  const pagesOf = async (id: string): Promise<Uint8Array> => {
    expect(await untilEnd(ask, id)).toMatchObject({ state: 'done' });
    return new Uint8Array(await (await ask(`/v1/runs/${id}/pages`)).arrayBuffer());
  };

  const first = (await (await ask('/v1/runs', { template, csv, format: 'zpl', dpi: 300 })).json()) as Run;
  const pages = await pagesOf(first.id);
  expect(digest(pages)).toBe(digest(await renderedByCommandLine(folder, join(folder, 'rows.csv'), 'zpl')));

  const reprint = (await (await ask(`/v1/runs/${first.id}/reprint`, { labels: '2' })).json()) as Run;
  const again = Buffer.from(await pagesOf(reprint.id));
  // Alone, the short name would be larger.
  await writeFile(join(folder, 'rows.csv'), `name\n${nameOf(1)}\n`);
  const alone = await renderedByCommandLine(await createSame(folder), join(folder, 'rows.csv'), 'zpl');
  expect(Buffer.from(pages).includes(again)).toBe(true);
  expect(digest(again)).not.toBe(digest(alone));
});

/** Another folder with the label: the command line leaves a folder with output alone. */
async function createSame(folder: string): Promise<string> {
  const other = await createRenderFolder();
  await copyFile(join(folder, 'label.tprts'), join(other, 'label.tprts'));
  return other;
}

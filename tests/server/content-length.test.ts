import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mmToDots } from '#model/kernel/units.ts';
import { pngSize } from '#model/page/png-image-data.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { packTemplate } from '#model/template/packing.ts';
import { boundColumn, createRenderFolder } from '#tests/support/command-line.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { printedIn, printerIn, startBoundHere } from './bound-assistant.ts';
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

const NAMES = ['Tea', 'Water, wheat flour, sugar, butter, eggs, salt and yeast', 'Tea'];

test('a run makes and prints pages as long as their content', async () => {
  const server = await createTestServer();
  const owner = await createUser(server.url, 'owner');
  const folder = await createRenderFolder();
  const text = createTestElement('text', {
    sources: [boundColumn('name')],
    fontFamily: 'Roboto',
    fontSize: 16,
    fit: 'grow',
    autoWrap: true,
    xMm: 2,
    yMm: 2,
    widthMm: 30,
    heightMm: 5,
  });
  const lengthByContent = { minMm: 9, maxMm: 80, stepMm: 2, marginMm: 2 };
  const label = createTestTemplate([text], { widthMm: 40, heightMm: 30, lengthByContent });
  await writeFile(join(folder, 'label.tprts'), packTemplate(writeTemplate(label)));
  const template = await saveLabel(owner, folder);
  const ask = asking(server.url, await tokenOf(owner));
  const csv = `name\n${NAMES.map((name) => `"${name}"`).join('\n')}\n`;
  const rows = join(folder, 'rows.csv');
  await writeFile(rows, csv);
  const assistant = await startBoundHere(server.url, owner);
  await startWorker(server);

  const made = (await (await ask('/v1/runs', { template, csv, format: 'pdf', dpi: 300 })).json()) as Run;
  expect(await untilEnd(ask, made.id)).toMatchObject({ state: 'done', pages: 3 });
  const pages = new Uint8Array(await (await ask(`/v1/runs/${made.id}/pages`)).arrayBuffer());
  expect(digest(pages)).toBe(digest(await renderedByCommandLine(folder, rows, 'pdf')));

  // The assistant rejects pages whose size is not the announced one.
  const printer = await printerIn(ask, 'Folder', 'idle');
  const { id } = (await (await ask('/v1/runs', { template, csv, printer: printer.id, dpi: 203 })).json()) as Run;
  expect(await untilEnd(ask, id)).toMatchObject({ state: 'done', printer: { printed: 3, problem: null } });
  const heights = [...(await printedIn(assistant.folder)).values()].map((png) => pngSize(png).heightDots);
  const [short = 0, long = 0, again = 0] = heights;
  expect(short).toBe(mmToDots(9, 203));
  expect(long).toBeGreaterThan(mmToDots(15, 203));
  expect(again).toBe(short);
});

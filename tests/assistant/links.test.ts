import { execFileSync } from 'node:child_process';
import { link, mkdir, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolderPrinter, jobFolder } from '#print-assistant/printers/folder-printer.ts';
import { openReport } from '#print-assistant/watching/ended-files.ts';
import { createOutputPage } from './create-page.ts';
import { createPrintablePage, NOT_CANCELLED } from './driver-conformance.ts';
import { connectRaw } from './raw-connection.ts';
import { createFolder, startAssistant } from './start-assistant.ts';

describe('the folder printer', () => {
  test.each(['png', 'pdf'] as const)('writes no page (%s) through a link in its folder', async (format) => {
    await using made = await createFolder();
    const [pages, outside] = [join(made.path, 'pages'), join(made.path, 'outside')];
    for (const path of [pages, outside]) await mkdir(path);
    const page = createPrintablePage(1, 2);
    await symlink(outside, jobFolder(pages, page.job));
    const printer = createFolderPrinter(pages, format);
    const ready = await printer.prepare(page);
    expect(ready.ok && (await ready.value(NOT_CANCELLED))).toMatchObject({
      type: 'failed',
      problem: {
        code: 'assistant.deliveryFailed',
        params: { reason: expect.stringContaining('is not a folder but a link') },
      },
    });
    expect(await readdir(outside)).toEqual([]);
  });

  test('overwrites no file elsewhere when a link has the name of a page', async () => {
    await using made = await createFolder();
    const [pages, kept] = [join(made.path, 'pages'), join(made.path, 'kept')];
    await writeFile(kept, 'kept');
    const page = createPrintablePage(1, 2);
    const folder = jobFolder(pages, page.job);
    await mkdir(folder, { recursive: true });
    for (const name of ['page-00001.png', 'page-00001-copy-2.png']) await symlink(kept, join(folder, name));
    await symlink(kept, join(folder, 'page-00001.png.part'));
    const printer = createFolderPrinter(pages, 'png');
    const ready = await printer.prepare(page);
    expect(ready.ok && (await ready.value(NOT_CANCELLED))).toMatchObject({ type: 'failed' });
    expect(await readFile(kept, 'utf8')).toBe('kept');
  });
});

test('a record of a job that is a link or a pipe is neither read nor written, and blocks nothing', async () => {
  await using folder = await createFolder();
  const kept = join(folder.path, 'kept');
  await writeFile(kept, '{"jobId":"linked","printer":"Folder"}\n');
  await mkdir(join(folder.path, 'jobs'), { recursive: true });
  await symlink(kept, join(folder.path, 'jobs', 'linked.log'));
  execFileSync('mkfifo', [join(folder.path, 'jobs', 'pipe.log')]);
  await using assistant = await startAssistant(folder.path);
  await using line = await connectRaw(assistant.port);
  for (const jobId of ['linked', 'pipe']) {
    const reply = await line.ask('outputPrintting', createOutputPage({ sequence: 1, jobId }));
    expect(reply).toMatchObject({ code: 500, data: { problem: { code: 'assistant.deliveryFailed' } } });
  }
  expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1 }))).toMatchObject({ code: 200 });
  expect(await readFile(kept, 'utf8')).toBe('{"jobId":"linked","printer":"Folder"}\n');
});

test('a report of a watched folder is read from the file there, never from the target of a link', async () => {
  await using made = await createFolder();
  const base = await realpath(made.path);
  const secret = join(base, 'secret');
  await writeFile(secret, 'secret', { mode: 0o600 });
  const id = (name: string): string => `20260102T030405678Z-0001 ${name}`;
  const put = async (folder: string, name: string): Promise<string> => {
    await mkdir(join(base, folder, 'failed', id(name)), { recursive: true });
    return join(base, folder, 'failed', id(name), `${name}.errors.txt`);
  };
  await writeFile(await put('in', 'own.csv'), 'Row 2');
  await symlink(secret, await put('in', 'link.csv'));
  await link(secret, await put('in', 'second.csv'));
  execFileSync('mkfifo', [await put('in', 'pipe.csv')]);
  await writeFile(await put('other', 'there.csv'), 'there');
  await symlink(join(base, 'other', 'failed'), join(base, 'in', 'done'));
  const read = async (end: string, name: string): Promise<string | null> => {
    await using file = await openReport(join(base, 'in'), end, id(name));
    return file === null ? null : file.readFile('utf8');
  };
  expect(await read('failed', 'own.csv')).toBe('Row 2');
  for (const name of ['link.csv', 'second.csv', 'pipe.csv']) expect(await read('failed', name)).toBe(null);
  expect(await read('done', 'there.csv')).toBe(null);
});

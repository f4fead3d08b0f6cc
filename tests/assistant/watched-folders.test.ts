import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { type AssistantProcess, startAssistantProcess } from './assistant-process.ts';
import { startFakeIppServer } from './fake-ipp-server.ts';
import { createFolder } from './start-assistant.ts';

/** Generous, as the machine may have much else to do. */
const LONG = { interval: 50 };

let folder: string;
beforeAll(async () => {
  folder = await createRenderFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** An assistant that can be killed and started again in its folder. */
interface Kept {
  readonly path: string;
  process(): AssistantProcess;
  start(): Promise<void>;
}

async function keepAssistant(env: Readonly<Record<string, string>> = {}): Promise<Kept> {
  const made = await createFolder();
  const start = (): Promise<AssistantProcess> => startAssistantProcess({ ASSISTANT_DIR: made.path, ...env });
  let process = await start();
  onTestFinished(async () => {
    await process.signal('SIGTERM');
    await made[Symbol.asyncDispose]();
  });
  return {
    path: made.path,
    process: () => process,
    async start() {
      process = await start();
    },
  };
}

async function addressOf({ path, process }: Kept): Promise<string> {
  return `http://127.0.0.1:${process().port}/p/${await readFile(join(path, 'page-key'), 'utf8')}/`;
}

async function pageText(kept: Kept, query = ''): Promise<string> {
  return (await fetch((await addressOf(kept)) + query)).text();
}

async function press(kept: Kept, action: string, form: Record<string, string>): Promise<Response> {
  return fetch(`${await addressOf(kept)}${action}?language=en`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
}

async function wish(name: string, over: Record<string, string> = {}): Promise<Record<string, string>> {
  await mkdir(join(folder, name), { recursive: true });
  const usual = { printer: 'Folder', copies: '1', minGrade: 'C', headingRows: '', copiesColumn: '' };
  return { directory: join(folder, name), template: join(folder, 'label.tprt'), ...usual, ...over };
}

async function put(directory: string, name: string, rows: number): Promise<void> {
  const lines = Array.from({ length: rows }, (_, row) => `Tea ${row},A-${row}\n`);
  await writeFile(join(folder, `${name}.draft`), `name,code\n${lines.join('')}`);
  await rename(join(folder, `${name}.draft`), join(folder, directory, name));
}

async function ended(directory: string, end: 'done' | 'failed' | 'working'): Promise<string[]> {
  const ids = await readdir(join(folder, directory, end)).catch(() => []);
  return ids.map((id) => id.slice(id.indexOf(' ') + 1));
}

async function kept(assistant: Kept): Promise<readonly { readonly id: string; readonly directory: string }[]> {
  const text = await readFile(join(assistant.path, 'watched-folders.json'), 'utf8').catch(() => '{"folders":[]}');
  return (JSON.parse(text) as { folders: { id: string; directory: string }[] }).folders;
}

/** The reports of all processed files. */
async function reportsIn(directory: string): Promise<string> {
  const names = await readdir(join(folder, directory), { recursive: true });
  const reports = names.filter((name) => name.endsWith('.report.jsonl'));
  return (await Promise.all(reports.map((name) => readFile(join(folder, directory, name), 'utf8')))).join('');
}

/** The processes that watch this folder. */
async function watchersOf(directory: string): Promise<number[]> {
  const found: number[] = [];
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const words = (await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).split('\0');
    if (words.includes('watch') && words.includes(join(folder, directory))) found.push(Number(id));
  }
  return found;
}

test('a folder is watched from then on, after a restart too, paused, resumed and removed', async () => {
  const assistant = await keepAssistant();
  expect((await press(assistant, 'add-folder', await wish('in', { copies: '2' }))).status).toBe(303);
  expect((await stat(join(assistant.path, 'watched-folders.json'))).mode & 0o777).toBe(0o600);
  await put('in', 'a.csv', 3);
  await expect.poll(() => ended('in', 'done'), LONG).toEqual(['a.csv']);
  expect((await stat(join(assistant.path, 'watching-pairing.json'))).mode & 0o777).toBe(0o600);
  await expect.poll(() => pageText(assistant), LONG).toMatch(/a\.csv ·\s+done/);

  expect(await assistant.process().signal('SIGTERM')).toBe(0);
  expect(await watchersOf('in')).toEqual([]);
  await writeFile(join(folder, 'in', 'b.csv'), 'name,code\nTea,1\nX,标签\n');
  await assistant.start();
  await expect.poll(() => ended('in', 'failed'), LONG).toEqual(['b.csv']);
  await expect.poll(() => pageText(assistant), LONG).toMatch(/b\.csv ·\s+failed/);
  const link = /href="(report\?[^"]+end=failed[^"]+)"/.exec(await pageText(assistant))?.[1] ?? '';
  const report = await fetch((await addressOf(assistant)) + link.replaceAll('&amp;', '&'));
  expect(report.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await report.text()).toMatch(/Finished labels: 2[\s\S]*Row 3, /);
  // Neither the command line's pairing nor anything but reports is available here.
  expect(await pageText(assistant)).not.toContain('Watched folders (');
  for (const file of ['../../a', `${encodeURIComponent('x/../..')} y`, 'page-key']) {
    expect((await fetch(`${await addressOf(assistant)}report?folder=x&end=done&file=${file}`)).status).toBe(404);
  }

  const [{ id } = { id: '' }] = await kept(assistant);
  await press(assistant, 'pause-folder', { id });
  expect(await pageText(assistant)).toContain('is paused.');
  expect(await watchersOf('in')).toEqual([]);
  await put('in', 'c.csv', 1);
  await assistant.process().signal('SIGTERM');
  await assistant.start();
  expect(await pageText(assistant)).toContain('>paused<');
  expect(await watchersOf('in')).toEqual([]);
  await press(assistant, 'go-on-folder', { id });
  await expect.poll(async () => (await ended('in', 'done')).sort(), LONG).toEqual(['a.csv', 'c.csv']);
  await press(assistant, 'remove-folder', { id });
  expect(await kept(assistant)).toEqual([]);
  expect(await watchersOf('in')).toEqual([]);
  expect((await ended('in', 'done')).sort()).toEqual(['a.csv', 'c.csv']);
  const pages = await readdir(join(assistant.path, 'pages'), { recursive: true });
  // Three rows, the good one of the bad file and one more, each twice.
  expect(pages.filter((name) => name.endsWith('.png')).length).toBe(10);
});

test('a link in a folder is ignored, and the page reports it at the folder', async () => {
  const assistant = await keepAssistant();
  const form = await wish('with link');
  await writeFile(join(folder, 'private.csv'), 'name,code\nSecret,1\n', { mode: 0o600 });
  await symlink(join(folder, 'private.csv'), join(folder, 'with link', 'way.csv'));
  await press(assistant, 'add-folder', form);
  await expect.poll(() => pageText(assistant), LONG).toMatch(/watching\. way\.csv is not read: it is a link/);
  // The next file is printed all the same, and the report about the link stays.
  await put('with link', 'own.csv', 1);
  await expect.poll(() => ended('with link', 'done'), LONG).toEqual(['own.csv']);
  await expect.poll(() => pageText(assistant), LONG).toMatch(/watching\. way\.csv is not read: it is a link/);
  expect(await ended('with link', 'failed')).toEqual([]);
});

test('after the assistant or the watcher is killed in the middle of files, each page is printed once by one watcher', async () => {
  const printer = await startFakeIppServer();
  onTestFinished(() => printer[Symbol.asyncDispose]());
  const assistant = await keepAssistant({ ASSISTANT_PRINTERS: `Labels=${printer.uri}` });
  await press(assistant, 'add-folder', await wish('killed', { printer: 'Labels' }));
  await put('killed', 'one.csv', 40);
  await put('killed', 'two.csv', 25);
  const moments = [5, 18, 30, 48];
  for (const [i, moment] of moments.entries()) {
    await expect.poll(() => printer.printed.length, LONG).toBeGreaterThanOrEqual(moment);
    if (i % 2 === 0) {
      for (const id of await watchersOf('killed')) process.kill(id, 'SIGKILL');
    } else {
      await assistant.process().signal('SIGKILL');
      await assistant.start();
    }
  }
  const ends = async (): Promise<string[]> => [
    ...(await ended('killed', 'done')),
    ...(await ended('killed', 'failed')),
  ];
  await expect.poll(async () => (await ends()).sort(), LONG).toEqual(['one.csv', 'two.csv']);
  expect(await ended('killed', 'working')).toEqual([]);
  // A page in transfer when the assistant was killed is unconfirmed: it may be missing, and is named.
  const doubts = [...(await reportsIn('killed')).matchAll(/"printed":"inDoubt"/g)].length;
  expect(doubts).toBeLessThanOrEqual(2);
  const left = [40, 25].flatMap((rows) => Array.from({ length: rows }, (_, i) => `Test ${i + 1}`));
  for (const page of printer.printed) {
    const at = left.indexOf(page);
    expect(at, `${page} a second time`).toBeGreaterThanOrEqual(0);
    left.splice(at, 1);
  }
  expect(left.length).toBeLessThanOrEqual(doubts);
  await expect.poll(async () => (await watchersOf('killed')).length, LONG).toBe(1);
  // Without the assistant no watcher continues.
  await assistant.process().signal('SIGKILL');
  await expect.poll(() => watchersOf('killed'), LONG).toEqual([]);
  await assistant.start();
});

test('an invalid folder is reported at its field, and the typed text stays', async () => {
  const assistant = await keepAssistant();
  const good = await wish('fields');
  const answerTo = async (over: Record<string, string>): Promise<string> => {
    const answer = await press(assistant, 'add-folder', { ...good, ...over });
    const place = answer.headers.get('location') ?? '';
    return (await fetch(new URL(place, await addressOf(assistant)))).text();
  };
  const faultOf = (text: string, field: string): string | undefined =>
    new RegExp(`id="folder-${field}-fault">([^<]+)<`).exec(text)?.[1];
  await writeFile(join(folder, 'no.tprt'), 'nothing <of> that kind');
  const cases: readonly (readonly [string, string, string])[] = [
    ['directory', join(folder, 'nowhere'), 'There is no folder'],
    ['directory', 'in', 'Write the whole path'],
    ['directory', join(folder, 'label.tprt'), 'There is no folder'],
    ['directory', assistant.path, 'belongs to the print assistant itself'],
    ['directory', join(assistant.path, 'jobs'), 'belongs to the print assistant itself'],
    ['template', join(folder, 'no.tprt'), 'This is not a label template file.'],
    ['template', join(folder, 'gone.tprt'), 'The file cannot be read.'],
    ['printer', '<b>Unknown</b>', 'does not know this printer'],
    ['copies', '0', 'The number of copies'],
    ['copies', '1e3', 'The number of copies'],
    ['minGrade', 'E', 'Not valid: E'],
    ['headingRows', '-1', 'Not valid: -1'],
  ];
  for (const [field, value, words] of cases) {
    const text = await answerTo({ [field]: value });
    expect(faultOf(text, field), `${field} ${value}`).toContain(words);
    expect(text).toContain(value.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
    expect(text).toContain(good[field === 'template' ? 'directory' : 'template']);
    expect(text).not.toContain('<b>Unknown');
  }
  expect(await kept(assistant)).toEqual([]);
  const russian = await press(assistant, 'add-folder', { ...good, template: 'x' });
  const place = (russian.headers.get('location') ?? '').replace('language=en', 'language=ru');
  expect(await (await fetch(new URL(place, await addressOf(assistant)))).text()).toContain('Укажите полный путь');

  await press(assistant, 'add-folder', good);
  expect(faultOf(await answerTo({ directory: `${good['directory']}/.` }), 'directory')).toContain(
    'in the list already',
  );
});

test('four added at once are all there, and a duplicate is there once', async () => {
  const assistant = await keepAssistant();
  const names = Array.from({ length: 4 }, (_, i) => `at-once-${i}`);
  const wishes = [...(await Promise.all(names.map((name) => wish(name)))), await wish('at-once-0')];
  await Promise.all(wishes.map((one) => press(assistant, 'add-folder', one)));
  expect((await kept(assistant)).map(({ directory }) => directory).sort()).toEqual(
    names.map((name) => join(folder, name)),
  );
  const [{ id } = { id: '' }] = await kept(assistant);
  await Promise.all(Array.from({ length: 10 }, () => press(assistant, 'remove-folder', { id })));
  expect(await kept(assistant)).toHaveLength(3);
});

test('without the key of the page, and from other sites, nothing is watched, connected or reported', async () => {
  const assistant = await keepAssistant();
  const own = await addressOf(assistant);
  const form = await wish('closed');
  const foreign = own.replace(/\/p\/[0-9a-f]+/, `/p/${'0'.repeat(32)}`);
  for (const action of ['add-folder', 'pause-folder', 'go-on-folder', 'remove-folder', 'bind', 'unbind']) {
    const body = new URLSearchParams({ ...form, server: 'http://127.0.0.1:1', code: 'abcd-efgh', id: 'x' });
    for (const headers of [{ origin: 'http://evil.example' }, { origin: 'null', 'sec-fetch-site': 'cross-site' }]) {
      expect((await fetch(own + action, { method: 'POST', body, headers })).status, action).toBe(403);
    }
    await fetch(foreign + action, { method: 'POST', body });
    // Requested, not pressed.
    expect((await fetch(own + action)).status).toBe(404);
  }
  expect(await (await fetch(`${foreign}report?folder=x`)).text()).not.toContain('Watched folders');
  expect(await kept(assistant)).toEqual([]);
});

test('an unreadable list is kept in a separate file, and the assistant starts', async () => {
  const assistant = await keepAssistant();
  await assistant.process().signal('SIGTERM');
  await writeFile(join(assistant.path, 'watched-folders.json'), '{"client": "half');
  await assistant.start();
  expect(await readFile(join(assistant.path, 'watched-folders.json.unread'), 'utf8')).toContain('half');
  expect(await pageText(assistant)).toContain('No folders are watched.');
});

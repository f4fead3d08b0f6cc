import { readdir, readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { drawTestLabel } from '#print-assistant/page/test-label.ts';
import { createOutputPage } from './create-page.ts';
import { connectRaw } from './raw-connection.ts';
import { createFolder, ORIGIN, startAssistant } from './start-assistant.ts';

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

function call(url: string, headers: Record<string, string> = {}, form?: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const body = form === undefined ? undefined : new URLSearchParams(form).toString();
    const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const asked = request(
      url,
      { method: body === undefined ? 'GET' : 'POST', headers: { ...type, ...headers } },
      (answer) => {
        let text = '';
        answer.on('data', (piece: Buffer) => (text += piece.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

const HTML = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };

describe('the assistant’s own page', () => {
  test('is at an address that only its user can read, and answers nothing anywhere else', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { openOrigins: [] });
    const page = await call(assistant.pageUrl, HTML);
    expect(page.status).toBe(200);
    expect(page.text).toContain(ORIGIN);
    const path = join(folder.path, 'page-key');
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect(assistant.pageUrl).toContain(await readFile(path, 'utf8'));
    const base = `http://127.0.0.1:${assistant.port}`;
    for (const wrong of [`${base}/p/${'0'.repeat(32)}/`, `${base}/p/`, `${base}/p/${'0'.repeat(32)}/parts`]) {
      const closed = await call(wrong, HTML);
      expect(closed.text, wrong).not.toContain(ORIGIN);
      expect(closed.text, wrong).not.toContain(await readFile(path, 'utf8'));
    }
    // A script that connects to the port gets the same answer: the identification, and nothing more.
    expect((await call(`${base}/`, { origin: 'http://x.example', accept: 'text/html' })).text).toContain(
      '"originAllowed":false',
    );
  });

  test.runIf(process.platform === 'linux')('opens in this user’s own browser without its address', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    const found = await call(`http://127.0.0.1:${assistant.port}/`, HTML);
    expect([found.status, found.headers['location']]).toEqual([303, new URL(assistant.pageUrl).pathname]);
  });

  test('loads and runs nothing but its own files, and no other page frames it or presses its buttons', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    const { headers, text } = await call(assistant.pageUrl, HTML);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    });
    expect(text).not.toMatch(/ style=| on\w+=|<script>/);
    const add = `${assistant.pageUrl}add-site`;
    const form = { origin: 'http://evil.example' };
    const { port } = assistant;
    for (const wrong of [
      { host: `rebound.example:${port}` },
      { origin: 'http://evil.example' },
      { 'sec-fetch-site': 'cross-site', origin: 'null' },
    ]) {
      expect((await call(add, wrong, form)).status, JSON.stringify(wrong)).toBe(403);
    }
    expect((await call(`http://127.0.0.1:${port}/p/${'0'.repeat(32)}/add-site`, {}, form)).status).toBe(200);
    expect((await call(assistant.pageUrl)).text).not.toContain('evil.example');
    expect((await call(add, {}, { origin: 'x'.repeat(70_000) })).status).toBe(413);
  });

  test('allows a site, shows its code, revokes its browser and removes it from the list', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { openOrigins: [] });
    const site = 'https://labels.example.com';
    const press = (action: string, form: Record<string, string>): Promise<Answer> =>
      call(`${assistant.pageUrl}${action}`, { origin: 'null' }, form);
    await expect(connectRaw(assistant.port, site)).rejects.toThrow('403');
    expect(await press('add-site', { origin: site })).toMatchObject({ status: 303 });
    expect((await call(assistant.pageUrl)).text).toContain(`${site} is allowed.`);
    await using line = await connectRaw(assistant.port, site);
    await press('show-code', { origin: site });
    const code = /class="code">(\d{6})</.exec((await call(assistant.pageUrl)).text)?.[1];
    const wish = { by: { code }, client: 'a'.repeat(64), browser: 'Fire<fox>' };
    expect(await line.ask('pair', wish)).toMatchObject({ code: 200 });
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1, jobName: '<b>Tags</b>' }))).toMatchObject({
      code: 200,
    });
    const { text } = await call(assistant.pageUrl);
    expect(text).toContain('Fire&lt;fox&gt;');
    expect(text).toContain('&lt;b&gt;Tags&lt;/b&gt;');
    expect(text).toContain('1 sent to the printer, 0 in progress, 0 unconfirmed, 0 failed');
    const id = /name="id" value="([0-9a-f]+)"/.exec(text)?.[1] ?? '';
    await press('revoke', { id });
    expect(await line.ask('getComputerPrinters', {})).toMatchObject({ code: 401 });
    await press('remove-site', { origin: site });
    await expect(connectRaw(assistant.port, site)).rejects.toThrow('403');
  });

  test('lets a site print without pairing when that is set, after a restart too', async () => {
    await using folder = await createFolder();
    const site = 'http://old.example';
    {
      await using assistant = await startAssistant(folder.path, { openOrigins: [] });
      await call(`${assistant.pageUrl}add-site`, {}, { origin: site, open: 'yes' });
    }
    await using assistant = await startAssistant(folder.path, { openOrigins: [] });
    await using line = await connectRaw(assistant.port, site);
    expect(await line.ask('getComputerPrinters', {})).toMatchObject({ code: 200, data: ['Folder'] });
  });

  test('prints a test label of the printer’s size', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await call(`${assistant.pageUrl}test-label`, {}, { printer: 'Folder' });
    expect((await call(assistant.pageUrl)).text).toContain('The test label was sent to Folder.');
    const [job = ''] = await readdir(join(folder.path, 'pages'));
    expect(job).toContain('Test_label');
    const [png = ''] = await readdir(join(folder.path, 'pages', job));
    const bytes = await readFile(join(folder.path, 'pages', job, png));
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([709, 472]);
    const { bits, rowBytes } = drawTestLabel(60, 40, 300);
    expect(bits.length).toBe(rowBytes * 472);
    // The frame is on the outermost dots.
    expect([bits[0], bits[bits.length - rowBytes]]).toEqual([0, 0]);
  });

  test.each([
    ['de-DE,de;q=0.9,ru;q=0.5', 'Помощник печати'],
    ['zh-CN', '打印助手'],
    ['pt-BR', 'Assistente de impressão'],
    ['es', 'Asistente de impresión'],
    ['de', 'Print assistant'],
  ])('speaks the language of %s', async (accepted, title) => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    const { text } = await call(assistant.pageUrl, { ...HTML, 'accept-language': accepted });
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).not.toContain('{{');
  });
});

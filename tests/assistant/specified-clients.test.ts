import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createQuestions } from '#print-assistant/pairing/questions.ts';
import { createReplyOrder } from '#print-assistant/reply-order.ts';
import { decodeRequest } from '#protocol/assistant.ts';
import { createPng } from './create-page.ts';
import { connectRaw, type RawConnection } from './raw-connection.ts';
import { createFolder, ORIGIN, startAssistant } from './start-assistant.ts';

const IMAGE = Buffer.from(createPng(1)).toString('base64');
const PRINTED = { fun: 'outputPrintting', code: 200, data: 'output Success' };
const CELL = { page: 1, row: 1, column: 1, image: IMAGE, printer: 'Folder', copies: 1 };

/** Presses a button of the assistant's own page. */
async function press(pageUrl: string, action: string, form: Readonly<Record<string, string>>): Promise<void> {
  await fetch(`${pageUrl}${action}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
}

const pageText = async (pageUrl: string): Promise<string> => (await fetch(pageUrl)).text();

/** The buttons of the page's questions, as forms: an action with its fields. */
function buttonsOf(html: string): readonly { readonly action: string; readonly form: Record<string, string> }[] {
  return [...html.matchAll(/<form method="post" action="([^"?]+)[^>]*>([\s\S]*?)<\/form>/g)].map(
    ([, action = '', fields = '']) => ({
      action,
      form: Object.fromEntries(
        [...fields.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
      ),
    }),
  );
}

async function isAllowedNowhere(line: RawConnection): Promise<void> {
  expect(await line.ask('getComputerPrinters', {})).toMatchObject({ fun: 'getComputerPrinters', code: 401 });
  expect(await line.ask('outputPrintting', CELL)).toMatchObject({ fun: 'outputPrintting', code: 401 });
}

describe('a client that knows the specification’s two functions alone', () => {
  test('without an origin prints after its user has allowed it once on the assistant’s page', async () => {
    await using folder = await createFolder();
    {
      await using assistant = await startAssistant(folder.path, { openOrigins: [] });
      expect(await pageText(assistant.pageUrl)).not.toContain('Requests printing');
      await using line = await connectRaw(assistant.port, null);
      await isAllowedNowhere(line);
      const html = await pageText(assistant.pageUrl);
      expect(html).toContain('Requests printing without pairing: Programs on this computer');
      const allow = buttonsOf(html).find(({ form }) => form['open'] === 'yes') ?? expect.fail('no button');
      await press(assistant.pageUrl, allow.action, allow.form);
      expect(await pageText(assistant.pageUrl)).not.toContain('Requests printing');
      expect(await line.ask('getComputerPrinters', '')).toMatchObject({ code: 200, data: ['Folder'] });
      expect(await line.ask('outputPrintting', CELL)).toEqual(PRINTED);
    }
    // Once: also for the next start of both.
    await using assistant = await startAssistant(folder.path, { openOrigins: [] });
    await using line = await connectRaw(assistant.port, null);
    expect(await line.ask('outputPrintting', { ...CELL, page: 0, row: 0, column: 0 })).toEqual(PRINTED);
    expect(await readdir(join(folder.path, 'pages'))).toHaveLength(2);
    await press(assistant.pageUrl, 'remove-site', { origin: 'labelwright:program' });
    await isAllowedNowhere(line);
  });

  test('on a page of a listed site asks the same, and its permission can be revoked', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { openOrigins: [] });
    await using line = await connectRaw(assistant.port);
    await isAllowedNowhere(line);
    expect(await pageText(assistant.pageUrl)).toContain(`Requests printing without pairing: ${ORIGIN}`);
    await press(assistant.pageUrl, 'add-site', { origin: ORIGIN, open: 'yes' });
    expect(await line.ask('outputPrintting', CELL)).toEqual(PRINTED);
    const remove = buttonsOf(await pageText(assistant.pageUrl)).find(({ action }) => action === 'remove-site');
    expect(remove?.form).toEqual({ origin: ORIGIN });
    await press(assistant.pageUrl, 'remove-site', { origin: ORIGIN });
    await isAllowedNowhere(line);
    // It stays on the list, by the settings.
    expect(await line.ask('askPairing', { browser: 'Firefox' })).toMatchObject({ code: 200 });
  });

  test('on a page of an unlisted site is rejected, and its user may allow it', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { openOrigins: [] });
    const site = 'https://labels.example.com';
    await expect(connectRaw(assistant.port, site)).rejects.toThrow('403');
    await expect(connectRaw(assistant.port, 'null')).rejects.toThrow('403');
    const html = await pageText(assistant.pageUrl);
    expect(html.match(/Requests printing without pairing/g)).toHaveLength(1);
    expect(buttonsOf(html).filter(({ form }) => form['origin'] === site)).toEqual([
      { action: 'add-site', form: { origin: site } },
      { action: 'add-site', form: { origin: site, open: 'yes' } },
      { action: 'dismiss-question', form: { origin: site } },
    ]);
    await press(assistant.pageUrl, 'dismiss-question', { origin: site });
    await expect(connectRaw(assistant.port, site)).rejects.toThrow('403');
    expect(await pageText(assistant.pageUrl)).not.toContain('Requests printing');
    await press(assistant.pageUrl, 'add-site', { origin: site, open: 'yes' });
    await using line = await connectRaw(assistant.port, site);
    expect(await line.ask('outputPrintting', CELL)).toEqual(PRINTED);
  });

  test('gets its answers in the order of its requests, also of invalid ones', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { openOrigins: [ORIGIN] });
    await using line = await connectRaw(assistant.port);
    const frames = [
      ['outputPrintting', CELL],
      ['outputPrintting', { ...CELL, printer: 'None' }],
      ['getComputerPrinters', {}],
      ['outputPrintting', { ...CELL, copies: 0 }],
      ['outputPrintting', CELL],
    ] as const;
    for (const [fun, data] of frames) line.send(`hmarkwebclient ${JSON.stringify({ fun, data })}`);
    const codes: number[] = [];
    for (const _ of frames) codes.push((await line.next()).code);
    expect(codes).toEqual([200, 404, 200, 400, 200]);
  });
});

test('replies without an id wait for those before them', async () => {
  const sent: string[] = [];
  const order = createReplyOrder((text) => sent.push(text));
  const slow = Promise.withResolvers<string>();
  const done = [order.send(slow.promise), order.send(Promise.resolve('second')), order.send(Promise.resolve('third'))];
  expect(order.waiting()).toBe(3);
  await Promise.resolve();
  expect(sent).toEqual([]);
  slow.resolve('first');
  await Promise.all(done);
  expect(sent).toEqual(['first', 'second', 'third']);
  expect(order.waiting()).toBe(0);
});

test('questions are asked once an hour, and never more than eight', () => {
  let time = 0;
  const questions = createQuestions(() => time);
  for (let i = 0; i < 10; i++) expect(questions.ask({ origin: `https://${i}.example`, known: false })).toBe(true);
  expect(questions.open()).toHaveLength(8);
  expect(questions.open()[0]?.origin).toBe('https://2.example');
  expect(questions.ask({ origin: 'https://9.example', known: false })).toBe(false);
  questions.dismiss('https://9.example');
  expect(questions.ask({ origin: 'https://9.example', known: false })).toBe(false);
  expect(questions.open()).toHaveLength(7);
  time += 60 * 60_000;
  expect(questions.open()).toEqual([]);
  expect(questions.ask({ origin: 'https://9.example', known: false })).toBe(true);
});

test.each(['hmarkwebclient ', 'client-2.0 ', 'hmarkwebclient'])('accepts requests that begin with “%s”', (name) => {
  expect(decodeRequest(`${name}{"fun":"getComputerPrinters"}`)).toMatchObject({ ok: true });
});

import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Result } from '#model/kernel/result.ts';
import { createOutboxMailer, openOutbox, createOutboxSms } from '#server/core/mail/outbox.ts';
import { createSmtpMailer } from '#server/core/mail/smtp-mailer.ts';
import type { SendFault } from '#server/core/mail/senders.ts';
import { createHttpSms, type HttpSmsSettings } from '#server/core/mail/http-sms.ts';
import { createTestFolder } from './create-test-server.ts';

const TEXT = 'Ваш код "123456" — 标签 & <b>\n.\nline two';
const SECRET = 's3cret/with+signs';
const NEVER = new Promise<never>(() => undefined);

/** One channel, and its sent messages. */
interface Sending {
  readonly send: (to: string, text: string, signal?: AbortSignal) => Promise<Result<null, SendFault>>;
  readonly arrived: () => Promise<readonly { readonly to: string; readonly text: string }[]>;
}

async function smtpServer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ disabledCommands: ['STARTTLS'], authOptional: true, ...options });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (server.server.address() as AddressInfo).port;
}

async function gateway(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => answer(request, body, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const SMS: Omit<HttpSmsSettings, 'url'> = {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer {{secret}}' },
  body: '{"to": "{{phone}}", "text": "{{text}}"}',
  secret: SECRET,
  expect: null,
};

const WAYS: Readonly<Record<string, () => Promise<Sending>>> = {
  async 'mail by SMTP'() {
    const mails: { to: string; text: string }[] = [];
    const port = await smtpServer({
      onData(stream, _session, done) {
        void simpleParser(stream).then((mail) => {
          const to = [mail.to ?? []].flat().map(({ text }) => text)[0] ?? '';
          mails.push({ to, text: (mail.text ?? '').trimEnd() });
          done();
        }, done);
      },
    });
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Labels <labels@example.com>' });
    return { send: (to, text, signal) => mailer.send({ to, subject: 'x', text }, signal), arrived: async () => mails };
  },
  async 'mail to the outbox'() {
    const folder = await createTestFolder();
    const mailer = createOutboxMailer(
      openOutbox(folder, Date.now, () => undefined),
      'Labels <labels@localhost>',
    );
    return {
      send: (to, text, signal) => mailer.send({ to, subject: 'x', text }, signal),
      arrived: async () =>
        Promise.all(
          (await readdir(folder)).map(async (name) => {
            const mail = await simpleParser(await readFile(join(folder, name)));
            return { to: [mail.to ?? []].flat()[0]?.text ?? '', text: (mail.text ?? '').trimEnd() };
          }),
        ),
    };
  },
  async 'a short message by a gateway'() {
    const messages: { to: string; text: string }[] = [];
    const url = await gateway((_request, body, response) => {
      messages.push(JSON.parse(body) as { to: string; text: string });
      response.end('{"status": 0}');
    });
    const sms = createHttpSms({ ...SMS, url });
    return { send: (phone, text, signal) => sms.send({ phone, text }, signal), arrived: async () => messages };
  },
  async 'a short message to the outbox'() {
    const folder = await createTestFolder();
    const sms = createOutboxSms(openOutbox(folder, Date.now, () => undefined));
    return {
      send: (phone, text, signal) => sms.send({ phone, text }, signal),
      arrived: async () =>
        Promise.all(
          (await readdir(folder)).map(async (name) => {
            const [head = '', ...lines] = (await readFile(join(folder, name), 'utf8')).split('\n\n');
            return { to: head.replace('To: ', ''), text: lines.join('\n\n').trimEnd() };
          }),
        ),
    };
  },
};

describe.each(Object.keys(WAYS))('%s', (name) => {
  const to = name.startsWith('mail') ? 'ana@example.com' : '+8613812345678';

  test('sends the text unchanged, once', async () => {
    const { send, arrived } = await (WAYS[name]?.() ?? NEVER);
    expect(await send(to, TEXT)).toEqual({ ok: true, value: null });
    expect(await arrived()).toEqual([{ to, text: TEXT }]);
  });

  test('handles ten at once', async () => {
    const { send, arrived } = await (WAYS[name]?.() ?? NEVER);
    const sent = await Promise.all(Array.from({ length: 10 }, (_, i) => send(to, `message ${i}`)));
    expect(sent.every(({ ok }) => ok)).toBe(true);
    const texts = (await arrived()).map(({ text }) => text).toSorted();
    expect(texts).toEqual(Array.from({ length: 10 }, (_, i) => `message ${i}`));
  });

  test('sends nothing once it is aborted', async () => {
    const { send, arrived } = await (WAYS[name]?.() ?? NEVER);
    expect(await send(to, TEXT, AbortSignal.abort())).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect(await arrived()).toEqual([]);
  });
});

test('the outbox is private to the server’s user, and the console gets a summary', async () => {
  const folder = join(await createTestFolder(), 'outbox');
  const said: string[] = [];
  const mailer = createOutboxMailer(
    openOutbox(folder, Date.now, (line) => said.push(line)),
    'x@localhost',
  );
  await mailer.send({ to: 'ana@example.com', subject: '123456 is your code', text: 'x' });
  const [file = ''] = await readdir(folder);
  expect(file).toMatch(/\.eml$/);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  expect(said).toEqual(['Mail to ana@example.com: 123456 is your code']);
});

describe('an SMTP server', () => {
  const mail = { to: 'ana@example.com', subject: 'x', text: 'x' };
  const from = 'labels@example.com';

  test('that rejects the recipient is reported by its status only', async () => {
    const port = await smtpServer({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('no ana@example.com'), { responseCode: 550 })),
    });
    const sent = await createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from }).send(mail);
    expect(sent).toEqual({ ok: false, error: { code: 'refused', detail: 'SMTP: answered 550 (EENVELOPE)' } });
  });

  test('that rejects the password does not log it', async () => {
    const port = await smtpServer({
      authOptional: false,
      onAuth: (_auth, _session, done) => done(new Error('hunter2 is wrong')),
    });
    const sent = await createSmtpMailer({ url: `smtp://labels:hunter2@127.0.0.1:${port}`, from }).send(mail);
    expect(sent).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(JSON.stringify(sent)).not.toContain('hunter2');
  });

  test('that is missing, or sends nothing, times out', async () => {
    expect(await createSmtpMailer({ url: 'smtp://127.0.0.1:1', from }).send(mail)).toMatchObject({
      error: { code: 'unreachable' },
    });
    const silent = await smtpServer({ onConnect: () => undefined });
    const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${silent}`, from, limitMs: 200 });
    expect(await mailer.send(mail)).toMatchObject({ error: { code: 'timeout' } });
    const stop = new AbortController();
    const slow = createSmtpMailer({ url: `smtp://127.0.0.1:${silent}`, from }).send(mail, stop.signal);
    stop.abort();
    expect(await slow).toMatchObject({ error: { code: 'aborted' } });
  });
});

describe('a gateway', () => {
  const message = { phone: '+8613812345678', text: 'a "b" & {{secret}}\n码' };

  test('gets a request as configured, also in a form and in the address', async () => {
    const asked: { url: string; type: string; body: string }[] = [];
    const url = await gateway((request, body, response) => {
      asked.push({ url: request.url ?? '', type: request.headers.authorization ?? '', body });
      response.end('ok');
    });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await createHttpSms({
      ...SMS,
      url: `${url}/send?key={{secret}}`,
      headers: form,
      body: 'to={{phone}}&t={{text}}',
    }).send(message);
    await createHttpSms({ ...SMS, url: `${url}/get?to={{phone}}&t={{text}}`, method: 'GET', body: '' }).send(message);
    expect(asked).toEqual([
      {
        url: '/send?key=s3cret%2Fwith%2Bsigns',
        type: '',
        body: `to=%2B8613812345678&t=${encodeURIComponent(message.text)}`,
      },
      {
        url: `/get?to=%2B8613812345678&t=${encodeURIComponent(message.text)}`,
        type: `Bearer ${SECRET}`,
        body: '',
      },
    ]);
  });

  test.each<[string, (response: ServerResponse) => void, Partial<HttpSmsSettings>, SendFault]>([
    [
      'refuses',
      (response) => response.writeHead(403).end(SECRET),
      {},
      { code: 'refused', detail: 'SMS gateway: answered 403' },
    ],
    [
      'sends elsewhere',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      {},
      { code: 'refused', detail: 'SMS gateway: answered 302' },
    ],
    [
      'answers 200 to a refusal',
      (response) => response.end('{"status": 7}'),
      { expect: '"status": 0' },
      { code: 'refused', detail: 'SMS gateway: the response does not contain the text of SMS_EXPECT' },
    ],
    ['says nothing', () => undefined, { limitMs: 150 }, { code: 'timeout', detail: 'SMS gateway: timeout' }],
    [
      'stops in the middle of its answer',
      (response) => response.writeHead(200, { 'content-length': '100' }).write('half'),
      { limitMs: 150 },
      { code: 'timeout', detail: 'SMS gateway: timeout' },
    ],
    [
      'hangs up in the middle of its answer',
      (response) => response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy()),
      {},
      { code: 'unreachable', detail: 'SMS gateway: unreachable (UND_ERR_SOCKET)' },
    ],
  ])('that %s is told without the secret', async (_what, answer, settings, fault) => {
    const url = await gateway((_request, _body, response) => answer(response));
    const sent = await createHttpSms({ ...SMS, url: `${url}/?key={{secret}}`, ...settings }).send(message);
    expect(sent).toEqual({ ok: false, error: fault });
  });

  test('that is missing is reported without its address', async () => {
    const sent = await createHttpSms({ ...SMS, url: 'http://127.0.0.1:1/{{secret}}' }).send(message);
    expect(sent).toMatchObject({ ok: false, error: { code: 'unreachable' } });
    expect(JSON.stringify(sent)).not.toContain('s3cret');
  });
});

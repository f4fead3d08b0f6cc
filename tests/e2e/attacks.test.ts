import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS, UPLOAD_FILE_PATH } from '#protocol/api.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { createTestServer, createUser, type TestServer, type TestUser } from '../server/create-test-server.ts';

/** A line of the server's log. */
interface Line {
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly user?: string | null;
}

/** A server and its answers: a browser hides answers of another origin from the test as from the page. */
async function createLoggedServer(): Promise<TestServer & { readonly lines: (path: string) => Line[] }> {
  const written: string[] = [];
  const server = await createTestServer({
    log: { format: 'json', level: 'info', write: (line) => void written.push(line) },
  });
  return {
    ...server,
    lines: (path) => written.map((line) => JSON.parse(line) as Line).filter((line) => line.path === path),
  };
}

let browser: Browser;
let elsewhere: HttpServer;

beforeAll(async () => {
  browser = await launchChromium();
  // A page of another program on the same host: for cookies it is the same site, and its requests include them.
  elsewhere = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>elsewhere</title><iframe></iframe>');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => elsewhere.once('listening', resolve));
});

afterAll(async () => {
  await browser.close();
  elsewhere.close();
});

/** A browser in which the user is signed in, on a foreign page. */
async function openElsewhere(
  { url, lines }: Awaited<ReturnType<typeof createLoggedServer>>,
  user: TestUser,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  await context.addCookies(
    [...user.cookies].map(([name, value]) => ({
      name,
      value,
      domain: '127.0.0.1',
      path: '/',
      httpOnly: true,
      sameSite: 'Lax' as const,
    })),
  );
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  // Without this the test would prove nothing: the browser does send the user's cookie.
  await page.evaluate((address) => {
    new Image().src = address;
  }, `${url}/files/none.png`);
  await expect.poll(() => lines('/files/none.png')).toMatchObject([{ status: 404, user: user.user.user_id }]);
  return { context, page };
}

describe('a page of another origin, in a browser that is signed in', () => {
  test('changes nothing and reads nothing', async () => {
    const server = await createLoggedServer();
    const user = await createUser(server.url, 'owner');
    const { context, page } = await openElsewhere(server, user);
    const folders = (): Promise<unknown> => server.server.services.db.selectFrom('folder').selectAll().execute();
    const before = await folders();
    const target = server.url + CALLS.addFolder.path;

    const outcomes = await page.evaluate(
      async ([address, upload]) => {
        const body = JSON.stringify({ name: 'Stolen' });
        const attempts: RequestInit[] = [
          { method: 'POST', body, headers: { 'content-type': 'application/json' } },
          { method: 'POST', body, headers: { 'content-type': 'text/plain' }, mode: 'no-cors' },
          { method: 'POST', body: new URLSearchParams({ name: 'Stolen' }), mode: 'no-cors' },
          { method: 'POST', body: new Blob([body]), mode: 'no-cors', keepalive: true },
          { method: 'GET', mode: 'cors' },
        ];
        const form = new FormData();
        form.set('file', new Blob(['<?xml version="1.0"?><Template/>']), 'x.tprt');
        const results: string[] = [];
        for (const [where, attempt] of [
          ...attempts.map((one) => [address, one] as const),
          [upload, { method: 'POST', body: form, mode: 'no-cors' } as RequestInit] as const,
        ]) {
          try {
            const answer = await fetch(where ?? '', { ...attempt, credentials: 'include' });
            results.push(`${answer.type} ${answer.status}`);
          } catch {
            results.push('refused');
          }
        }
        navigator.sendBeacon(address ?? '', body);
        return results;
      },
      [target, server.url + UPLOAD_FILE_PATH],
    );
    // The page cannot read even an answer without content (Cross-Origin-Resource-Policy).
    expect(outcomes).toEqual(Array.from({ length: 6 }, () => 'refused'));

    const { path } = CALLS.addFolder;
    const refusedPosts = (): number =>
      server.lines(path).filter(({ method, status }) => method === 'POST' && status === 403).length;
    const uploads = (): number[] => server.lines(UPLOAD_FILE_PATH).map(({ status }) => status ?? 0);
    await expect.poll(uploads).toEqual([403]);
    // Requests without a preflight arrived and were rejected; JSON and reading are not sent at all.
    await expect.poll(refusedPosts).toBe(4);

    // A form needs no script, and its answer arrives in a frame: each in its own, as the browser may drop a form
    // that is sent while its frame still receives the answer before.
    let refused = 4;
    for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      refused++;
      await page.evaluate(
        ([action, type]) => {
          const form = document.createElement('form');
          const sink = document.createElement('iframe');
          sink.name = `for ${type}`;
          Object.assign(form, { action, enctype: type, method: 'post', target: sink.name });
          const input = document.createElement('input');
          Object.assign(input, { name: '{"name":"Stolen","x":"', value: '"}' });
          form.append(input);
          document.body.append(sink, form);
          form.submit();
        },
        [target, enctype] as const,
      );
      await expect.poll(refusedPosts).toBe(refused);
    }
    expect(await folders()).toEqual(before);
    expect(await server.server.services.db.selectFrom('stored_file').selectAll().execute()).toEqual([]);
    await context.close();
  });

  test('shows none of our pages in a frame', async () => {
    const server = await createLoggedServer();
    const user = await createUser(server.url, 'owner');
    const { context, page } = await openElsewhere(server, user);
    const blocked = page.waitForEvent('console', (message) => /frame-ancestors|X-Frame-Options/i.test(message.text()));
    await page.evaluate(
      (address) => document.querySelector('iframe')?.setAttribute('src', address),
      `${server.url}/docs`,
    );
    await blocked;
    await context.close();
  });
});

test('the API documentation shows all calls, and loads nothing from any other host', async () => {
  const { url } = await createTestServer();
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  const strange: string[] = [];
  const violations: string[] = [];
  await context.route(
    (address) => address.origin !== url && !['data:', 'blob:'].includes(address.protocol),
    async (route) => {
      strange.push(route.request().url());
      await route.abort();
    },
  );
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  await page.goto(`${url}/docs`);
  await page.getByRole('heading', { name: 'Labelwright' }).first().waitFor();
  await page.getByText('Start a run').first().waitFor();
  await page.getByRole('button', { name: 'For programs' }).click();
  await page.getByText('All other calls').first().click();
  await page.getByText('Opens a session for the user of that user name').first().waitFor();
  expect(strange).toEqual([]);
  expect(violations).toEqual([]);
  await context.close();
});

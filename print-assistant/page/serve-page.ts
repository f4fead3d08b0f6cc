import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { LOCAL_PROGRAM_ORIGIN } from '#protocol/assistant-pairing.ts';
import type { ServerConnection } from '../server-connection/server-connection.ts';
import type { JobManager } from '../job-manager.ts';
import type { AccessParts } from '../pairing/connected-client.ts';
import { isSameUser } from '../pairing/same-user.ts';
import { isOrigin } from '../settings.ts';
import type { ServerIdentity } from '../certificate-files.ts';
import type { WatchedFolders } from '../watching/watched-folders.ts';
import { CERTIFICATE_PATH } from './certificate-part.ts';
import { createDrafts, type Draft } from './drafts.ts';
import type { Html } from './html.ts';
import { PAGE_SCRIPT, PAGE_STYLE } from './page-style.ts';
import { recentJobs } from './recent-jobs.ts';
import { closedPage, statusPage, statusParts, versionOf, type Said, type StatusView } from './status-page.ts';
import { OWN_PAGE, printTestLabel } from './test-label.ts';
import { type PageLanguage, pageLanguage, pageTexts } from './texts.ts';
import type { PrinterInfo } from '#protocol/assistant.ts';
import { FOLDER_FIELDS, type FolderForm } from '../watching/check-folder.ts';

const SHOWN_JOBS = 20;
const MAX_BODY_BYTES = 64 * 1024;
/** Command that prints the page's address to users who may read the file with its key. */
const ADDRESS_COMMAND = 'labelwright-assistant page';

/** Only the page's own two files run or load, no page may frame it, and no other page learns its address. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; " +
    "frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

export interface StatusPageOptions {
  /** Part of the page's address: without it nothing is shown or can be pressed. */
  readonly key: string;
  readonly accessParts: AccessParts;
  readonly manager: JobManager;
  readonly jobsFolder: string;
  readonly log: () => readonly string[];
  /** Null where connections are in plain text. */
  readonly identity: () => ServerIdentity | null;
  /** Null without the command line. */
  readonly folders: WatchedFolders | null;
  /** Null while the assistant starts. */
  readonly line: () => ServerConnection | null;
}

/** Answers a request for the assistant's page; false for other requests. The Host was checked before. */
export type StatusPage = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export function createStatusPage(options: StatusPageOptions): StatusPage {
  const { key, accessParts, manager, folders } = options;
  const { access, codes, questions } = accessParts;
  let said: Said | null = null;
  const drafts = createDrafts();

  async function view(): Promise<StatusView> {
    const [printers, jobs] = await Promise.all([manager.printers(), recentJobs(options.jobsFolder, SHOWN_JOBS)]);
    // The command line of the watched folders is the assistant's own: it cannot be revoked.
    const pairings = access.pairings().filter(({ owner }) => owner !== folders?.owner);
    const lists = { codes: codes.valid(), questions: questions.open(), sites: access.sites(), pairings };
    const watched = { folders: folders?.list() ?? null, server: options.line()?.bound() ?? null };
    return { said, ...lists, ...watched, printers, jobs, log: options.log(), identity: options.identity() };
  }

  async function pressAny(action: string, form: URLSearchParams, language: PageLanguage): Promise<Pressed> {
    const line = options.line();
    const ofFolders = folders === null ? null : await pressFolders(action, form, folders, () => manager.printers());
    const pressed = ofFolders ?? (line === null ? null : await pressServer(action, form, line, language));
    if (pressed !== null) return pressed;
    const notice = await press(action, form);
    return notice === null ? {} : { said: notice };
  }

  /** Runs a button's action, and gives the message. */
  async function press(action: string, form: URLSearchParams): Promise<Said | null> {
    const origin = form.get('origin')?.trim() ?? '';
    switch (action) {
      case 'add-site':
        if (!isOrigin(origin) && origin !== LOCAL_PROGRAM_ORIGIN) return { key: 'said.notOrigin', params: { origin } };
        await access.addSite(origin, form.get('open') === 'yes');
        questions.forget(origin);
        accessParts.log(`allowed ${origin}`);
        return { key: 'said.allowed', params: { origin } };
      case 'remove-site':
        await access.removeSite(origin);
        codes.drop(origin);
        accessParts.log(`no longer allowed: ${origin}`);
        return { key: 'said.removed', params: { origin } };
      case 'dismiss-question':
        questions.dismiss(origin);
        return null;
      case 'show-code':
        if (access.site(origin) === null) return { key: 'said.notOrigin', params: { origin } };
        return codes.show(origin, '', 'own') === null ? { key: 'said.noCode', params: { origin } } : null;
      case 'revoke':
        await access.revoke(form.get('id') ?? '');
        accessParts.log('revoked a pairing');
        return { key: 'said.revoked', params: {} };
      case 'cancel-job':
        await manager.end(OWN_PAGE, form.get('job') ?? '', 'cancelled');
        return { key: 'said.cancelled', params: {} };
      case 'test-label': {
        const name = form.get('printer') ?? '';
        const printer = (await manager.printers()).find((known) => known.name === name);
        if (printer === undefined) return null;
        const printed = await printTestLabel(manager, printer);
        const reason = printed.ok ? '' : Object.values(printed.error.params ?? {}).join(', ') || printed.error.code;
        return { key: printed.ok ? 'said.tested' : 'said.testFailed', params: { printer: name, reason } };
      }
      default:
        return null;
    }
  }

  return async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://assistant');
    const language = pageLanguage(url.searchParams.get('language'), request.headers['accept-language']);
    const wording = { language, t: pageTexts(language) };
    const home = `/p/${key}/`;
    const answer = (status: number, type: string, body: string): true => {
      response.writeHead(status, { ...HEADERS, 'content-type': `${type}; charset=utf-8` }).end(body);
      return true;
    };
    const redirect = (to: string): true => {
      response.writeHead(303, { ...HEADERS, location: to }).end();
      return true;
    };
    const page = (content: Html): true => answer(200, 'text/html', content.html);
    const identity = options.identity();
    const closed = (): true => page(closedPage(wording, ADDRESS_COMMAND, identity));

    if (url.pathname === '/page.css') return answer(200, 'text/css', PAGE_STYLE);
    if (url.pathname === '/page.js') return answer(200, 'text/javascript', PAGE_SCRIPT);
    if (url.pathname === CERTIFICATE_PATH && identity !== null) {
      return answer(200, 'application/x-x509-ca-cert', identity.authority);
    }
    if (url.pathname === '/' && opensPage(request)) {
      // Redirects to the page where the system confirms that this user's own browser asks; others need the address.
      return (await isSameUser(request.socket)) === true ? redirect(home) : closed();
    }
    if (!url.pathname.startsWith('/p/')) return false;
    if (!url.pathname.startsWith(home)) return closed();
    const action = url.pathname.slice(home.length);
    if (request.method === 'POST') {
      if (!isOwnPage(request, identity !== null)) return answer(403, 'text/plain', 'Rejected: not this page\n');
      const form = await readForm(request);
      if (form === null) return answer(413, 'text/plain', 'Rejected: too long\n');
      const { draft, ...pressed } = await pressAny(action, form, language);
      said = pressed.said ?? null;
      const place = draft === undefined ? '' : `&draft=${drafts.keep(draft)}`;
      return redirect(`${home}?language=${language}${place}`);
    }
    if (action === 'parts') {
      const { said: _said, ...parts } = statusParts(await view(), wording);
      const texts = Object.fromEntries(
        Object.entries(parts).map(([id, part]) => [id, { html: part.html, version: versionOf(part) }]),
      );
      return answer(200, 'application/json', JSON.stringify(texts));
    }
    if (action === 'report') {
      const asked = (name: string): string => url.searchParams.get(name) ?? '';
      const report = await folders?.report(asked('folder'), asked('end'), asked('file'));
      if (report === undefined || report === null) return answer(404, 'text/plain', 'Not found\n');
      response.writeHead(200, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' });
      // The reader may disconnect before its end.
      await pipeline(report.createReadStream(), response).catch(() => undefined);
      return true;
    }
    if (action !== '') return answer(404, 'text/plain', 'Not found\n');
    const content = statusPage(await view(), drafts.find(url.searchParams.get('draft')), wording);
    said = null;
    return page(content);
  };
}

/** A browser that opens a page, not a script that requests something from the port. */
export function opensPage({ headers, method }: IncomingMessage): boolean {
  const mode = headers['sec-fetch-mode'];
  return (
    method === 'GET' &&
    headers.origin === undefined &&
    (mode === undefined ? accepts(headers.accept) : mode === 'navigate')
  );
}

function accepts(types: string | undefined): boolean {
  return types?.includes('text/html') === true;
}

/** The secret address already keeps other pages out; this check blocks a page that learns it. */
function isOwnPage({ headers }: IncomingMessage, tls: boolean): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  // With `no-referrer` browsers send "null" for forms of the page itself, too.
  const own = `${tls ? 'https' : 'http'}://${headers.host ?? ''}`;
  return headers.origin === undefined || headers.origin === 'null' || headers.origin === own;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) return null;
    parts.push(part);
  }
  return new URLSearchParams(Buffer.concat(parts).toString());
}

/** Actions of the buttons of the watched folders; null for other actions. */
async function pressFolders(
  action: string,
  form: URLSearchParams,
  folders: WatchedFolders,
  printers: () => Promise<readonly PrinterInfo[]>,
): Promise<Pressed | null> {
  const id = form.get('id') ?? '';
  switch (action) {
    case 'add-folder': {
      const values = Object.fromEntries(
        FOLDER_FIELDS.map((name) => [name, form.get(name)?.trim() ?? '']),
      ) as unknown as FolderForm;
      const names = (await printers()).map(({ name }) => name);
      const faults = await folders.add(values, names);
      if (faults === null) return { said: { key: 'said.watched', params: { folder: values.directory } } };
      return { draft: { form: 'folder', values, faults } };
    }
    case 'pause-folder':
    case 'go-on-folder': {
      const isPause = action === 'pause-folder';
      const folder = await folders.setPaused(id, isPause);
      if (folder === null) return {};
      const params = { folder: folder.directory };
      return { said: { key: isPause ? 'said.folderPaused' : 'said.folderGoesOn', params } };
    }
    case 'remove-folder': {
      const folder = await folders.remove(id);
      return folder === null ? {} : { said: { key: 'said.folderRemoved', params: { folder: folder.directory } } };
    }
    default:
      return null;
  }
}

/** Actions of the buttons of the server; null for other actions. */
async function pressServer(
  action: string,
  form: URLSearchParams,
  line: ServerConnection,
  language: PageLanguage,
): Promise<Pressed | null> {
  if (action === 'unbind') {
    const unbound = await line.unbind();
    if (unbound === null) return {};
    const { server, notified } = unbound;
    return { said: { key: notified ? 'said.unbound' : 'said.unboundUnnotified', params: { server } } };
  }
  if (action !== 'bind') return null;
  const values = { server: form.get('server')?.trim() ?? '', code: form.get('code')?.trim() ?? '' };
  const bound = await line.bind({ ...values, language });
  if (bound.ok) return { said: { key: 'said.bound', params: { server: bound.value.server } } };
  const { type, server, reason } = bound.error;
  const fault = { key: `server.${type}`, params: { server, reason } } as const;
  return { draft: { form: 'server', values, faults: { [type === 'refused' ? 'code' : 'server']: fault } } };
}

/** Result of a button: a message, or a rejected form. */
interface Pressed {
  readonly said?: Said;
  readonly draft?: Draft;
}

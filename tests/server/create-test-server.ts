import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { packTemplate } from '#model/template/packing.ts';
import { antiForgeryHeaders } from '#protocol/anti-forgery.ts';
import { PRIVILEGES, type FontFileInfo, type TemplateInfo, type UserInfo } from '#protocol/api.ts';
import type { PrivilegeRules } from '#server/membership/privileges.ts';
import { createServer, type Server, type ServerOptions } from '#server/app.ts';
import { fillNewFolder, storageOf } from './test-storage.ts';
import { diskForTests } from '#tests/support/memory-disk.ts';
import { cookieText, createVisitor, type TestVisitor, type Watch } from '#tests/support/visitor.ts';

export { createVisitor, type TestVisitor };

export interface TestServer {
  readonly server: Server;
  readonly url: string;
  readonly dataDir: string;
  /** Advances the server's clock. */
  readonly wait: (ms: number) => void;
}

const NO_LIMITS = {
  loginsPerAddress: 10_000,
  registrationsPerAddress: 10_000,
  exchangesPerAddress: 10_000,
  bindingsPerAddress: 10_000,
  failedLoginsPerAccount: 10_000,
  failedLoginsPerAddress: 10_000,
  failedCodesPerAccount: 10_000,
  codesPerTarget: 10_000,
  codesPerAddress: 10_000,
  callsPerAddress: 1_000_000,
};

/** Registers work for the end of the test, or of the suite that created the things. */
export type AtEnd = (end: () => Promise<void>) => void;

/** Privileges that concern costs have their limits; all others are free, unless a test changes that. */
const FREE: PrivilegeRules = {
  openToAll: new Set(PRIVILEGES.filter((name) => !['cloudSpace', 'folders', 'fonts', 'status'].includes(name))),
};

/** A folder that is deleted with the test. */
export async function createTestFolder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(await diskForTests(), 'labelwright-server-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A server of its own on a free port, closed with the test: on SQLite and files, or on PostgreSQL and S3. */
export async function createTestServer(
  options: Partial<ServerOptions> = {},
  atEnd: AtEnd = onTestFinished,
): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await createTestFolder(atEnd));
  if (options.dataDir === undefined) await fillNewFolder(dataDir);
  let offset = 0;
  const server = await createServer({
    ...(await storageOf(dataDir, atEnd)),
    dataDir,
    webDir: join(dataDir, 'web'),
    assistantPort: 9004,
    now: () => Date.now() + offset,
    limits: NO_LIMITS,
    privileges: FREE,
    onError: (error) => {
      throw error;
    },
    say: () => undefined,
    ...options,
  });
  atEnd(() => server.close());
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return { server, url, dataDir, wait: (ms) => (offset += ms) };
}

/** The same for all tests of the calling suite, for tests with users of their own. */
export function createSuiteServer(options: Partial<ServerOptions> = {}): () => TestServer {
  const ends: (() => Promise<void>)[] = [];
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await createTestServer(options, (end) => ends.push(end));
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return () => {
    if (server === undefined) throw new Error('the suite has not begun');
    return server;
  };
}

/** Headers of that browser's page: its cookies, and the anti-forgery token. For requests written by hand. */
export function pageHeaders({ cookies }: TestVisitor): Record<string, string> {
  const cookie = cookieText(cookies);
  return { cookie, ...antiForgeryHeaders(cookie) };
}

/** The same as lines of a request. */
export function pageHeaderLines(visitor: TestVisitor): string {
  return Object.entries(pageHeaders(visitor))
    .map((header) => `${header.join(': ')}\r\n`)
    .join('');
}

export interface TestUser extends TestVisitor {
  readonly user: UserInfo;
}

export const PASSWORD = 'correct horse';

/** A signed-in visitor with an account of that name. */
export async function createUser(url: string, userName: string, watch?: Watch): Promise<TestUser> {
  const visitor = createVisitor(url, 'en', { watch });
  const user = expectOk(await visitor.api.call('register', { user_name: userName, password: PASSWORD }));
  return { ...visitor, user };
}

/** The smallest PNG: 1 x 1, or a header with another size. */
export function createPng(width = 1, height = 1): Uint8Array {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAG7buVgAAAABJRU5ErkJggg==',
    'base64',
  );
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

export function createTemplateFile(content = 'one'): Uint8Array {
  return packTemplate(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Template><FileInfo Name="${content}" Width="50" Height="30"/></Template>`,
  );
}

/** Uploads a file and a preview and returns their keys. */
export async function upload({ api }: TestVisitor, content = 'one'): Promise<{ url: string; image: string }> {
  const token = expectOk(await api.call('uploadToken', { bucket: 'web' }));
  const file = expectOk(await api.uploadTemplate(createTemplateFile(content), 'label.tprts', token.data));
  const preview = expectOk(await api.uploadPreview(createPng(), token.data));
  return { url: token.url + file.key, image: token.url + preview.key };
}

/** A saved template with that name in the user's first folder. */
export async function createSavedTemplate(user: TestVisitor, name: string): Promise<TemplateInfo> {
  const files = await upload(user, name);
  return expectOk(await user.api.call('addTemplate', { name, parent_id: '', width: 100, height: 80, ...files }));
}

/** Uploads a font file that consists of a header, and adds it to the user's families. */
export async function addTestFont({ api }: TestVisitor, name: string, content = 'one'): Promise<FontFileInfo> {
  const token = expectOk(await api.call('uploadToken', {}));
  const file = Buffer.concat([Buffer.from('00010000', 'hex'), Buffer.from(content)]);
  const { key } = expectOk(await api.uploadTemplate(file, 'font.ttf', token.data));
  return expectOk(await api.call('addUserFont', { name, weight: 400, italic: false, url: token.url + key }));
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { openStorage } from '#server/open-storage.ts';
import { readStorageSettings } from '#server/storage-settings.ts';
import {
  createPng,
  createTemplateFile,
  createTestFolder,
  createUser,
  createVisitor,
  PASSWORD,
  type TestVisitor,
} from './create-test-server.ts';
import { storageEnvironment } from './test-storage.ts';

/** `KILLS=100` for the long run. */
const KILLS = Number(process.env['KILLS'] ?? 6);
const WRITERS = 4;

interface Acknowledged {
  /** Number of answered calls that write. */
  writes: number;
  /** The last save under each template's id that was answered. */
  readonly templates: Map<string, { name: string; revision: number; content: string }>;
  readonly deleted: Set<string>;
  /** Templates with an unanswered save: either version may be stored. */
  readonly inDoubt: Set<string>;
}

/** Saves, changes and deletes until the server is killed. Records only answered calls. */
async function writeOn(visitor: TestVisitor, writer: number, round: number, said: Acknowledged): Promise<void> {
  const { api } = visitor;
  // Each round begins with another of the three.
  for (let i = round + writer; ; i++) {
    const content = `writer ${writer} round ${round} label ${i}`;
    const token = await api.call('uploadToken', {});
    if (!token.ok) return;
    const file = await api.uploadTemplate(createTemplateFile(content), 'label.tprts', token.value.data);
    if (!file.ok) return;
    const preview = await api.uploadPreview(createPng(), token.value.data);
    if (!preview.ok) return;
    const files = { url: token.value.url + file.value.key, image: token.value.url + preview.value.key };
    const old = [...said.templates.keys()].findLast((id) => said.templates.get(id)?.name.startsWith(`w${writer} `));
    if (i % 3 === 1 && old !== undefined) {
      said.inDoubt.add(old);
      const saved = await api.call('editTemplate', { id: old, ...files });
      if (!saved.ok) return;
      said.inDoubt.delete(old);
      said.writes++;
      said.templates.set(old, { name: saved.value.name, revision: saved.value.revision, content });
    } else if (i % 5 === 4 && old !== undefined) {
      said.inDoubt.add(old);
      if (!(await api.call('deleteTemplate', { id: old })).ok) return;
      said.inDoubt.delete(old);
      said.writes++;
      said.templates.delete(old);
      said.deleted.add(old);
    } else {
      const name = `w${writer} r${round} ${i}`;
      const saved = await api.call('addTemplate', { name, parent_id: '', width: 10, height: 10, ...files });
      if (!saved.ok) return;
      said.writes++;
      said.templates.set(saved.value.id, { name, revision: saved.value.revision, content });
    }
  }
}

async function start(environment: Record<string, string>): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, ...environment, PORT: '0', DEMO_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  await expect.poll(() => output, { interval: 10 }).toContain('ready at');
  return { url: /ready at (\S+)/.exec(output)?.[1] ?? '', child };
}

test(`nothing that a server has answered is lost by ${KILLS} kills during writes, and files and database agree`, async () => {
  const environment = await storageEnvironment(await createTestFolder());
  const said: Acknowledged = { writes: 0, templates: new Map(), deleted: new Set(), inDoubt: new Set() };
  const first = await start(environment);
  await createUser(first.url, 'ana');
  let server = first;
  for (let round = 0; round < KILLS; round++) {
    if (round > 0) server = await start(environment);
    const visitor = createVisitor(server.url);
    expectOk(await visitor.api.call('login', { account: 'ana', password: PASSWORD }));
    const until = said.writes + 1 + ((round * 7) % 16);
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, i) => writeOn(visitor, i, round, said)));
    // At a different moment in each round, but not before something was written.
    await expect.poll(() => said.writes, { interval: 1 + (round % 5) }).toBeGreaterThanOrEqual(until);
    server.child.kill('SIGKILL');
    await once(server.child, 'close');
    await writing;
  }

  const { url, child } = await start(environment);
  const signedIn = createVisitor(url);
  expectOk(await signedIn.api.call('login', { account: 'ana', password: PASSWORD }));
  expect(said.templates.size).toBeGreaterThan(KILLS / 2);
  // A few kills may come before the first of them.
  if (KILLS > 50) expect(said.deleted.size).toBeGreaterThan(0);
  for (const [id, { name, revision, content }] of said.templates) {
    const found = await signedIn.api.call('getTemplate', { id });
    if (said.inDoubt.has(id) && !found.ok) continue;
    const template = expectOk(found);
    expect(template).toMatchObject({ name });
    expect(template.revision).toBeGreaterThanOrEqual(revision);
    const bytes = Buffer.from(expectOk(await signedIn.api.fetchFile(template.file)));
    if (!said.inDoubt.has(id)) {
      expect(template.revision).toBe(revision);
      expect(bytes.equals(createTemplateFile(content))).toBe(true);
    }
  }
  for (const id of said.deleted) expect((await signedIn.api.call('getTemplate', { id })).ok).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'close');

  // Every file in the database exists, with the recorded size.
  const { database, blobs } = await openStorage(expectOk(readStorageSettings(environment)));
  const rows = await database.db.selectFrom('stored_file').select(['key', 'bytes']).execute();
  for (const { key, bytes } of rows) expect((await buffer(blobs.open(key))).length, key).toBe(bytes);
  await database.close();
  console.log(
    `${KILLS} kills in ${said.writes} writes: ${said.templates.size} templates and ${said.deleted.size} deletions, none lost`,
  );
});

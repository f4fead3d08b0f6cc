import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { type Claims, openClaims } from '#cli/watch/claims.ts';
import { lockFolder } from '#cli/watch/folder-lock.ts';
import { createInbox } from '#cli/watch/inbox.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';

const MAIN = join(import.meta.dirname, '../../cli/main.ts');
const LONG = { interval: 50 };
const SECRET = 'name,code\nSecret,S-1\n';

interface Watched {
  /** The watched folder. */
  readonly folder: string;
  /** A file for its user alone, outside of it. */
  readonly secret: string;
  /** Another folder, also outside. */
  readonly outside: string;
}

async function createWatched(): Promise<Watched> {
  const made = await realpath(await mkdtemp(join(tmpdir(), 'labelwright-links-')));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  const [folder, outside] = [join(made, 'in'), join(made, 'outside')];
  for (const path of [folder, outside]) await mkdir(path);
  const secret = join(outside, 'secret.csv');
  await writeFile(secret, SECRET, { mode: 0o600 });
  return { folder, secret, outside };
}

async function open(folder: string): Promise<Claims> {
  return expectOk(await openClaims(folder, () => new Date('2026-01-02T03:04:05.678Z')));
}

describe('a file in a watched folder', () => {
  test('is ignored when it is a link, a hard link, or a pipe', async () => {
    const { folder, secret, outside } = await createWatched();
    await symlink(secret, join(folder, 'link.csv'));
    await symlink(outside, join(folder, 'folder.csv'));
    await link(secret, join(folder, 'second name.csv'));
    execFileSync('mkfifo', [join(folder, 'pipe.csv')]);
    await writeFile(join(folder, 'own.csv'), 'a,b\n');
    let now = 0;
    const inbox = createInbox(folder, 1000, () => now);
    await inbox.ready();
    now = 100_000;
    expect(await inbox.ready()).toEqual(['own.csv']);
    expect(inbox.leftAlone()).toEqual(['folder.csv', 'link.csv', 'pipe.csv', 'second name.csv']);
    const claims = await open(folder);
    // A pipe without another end blocks the process that opens it.
    for (const name of inbox.leftAlone()) expect(expectOk(await claims.take(name))).toBeNull();
    expect(await readdir(join(folder, 'working'))).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)('is taken where it may not be read, so that its report says so', async () => {
    const { folder } = await createWatched();
    await writeFile(join(folder, 'secret.csv'), SECRET, { mode: 0o000 });
    await chmod(folder, 0o777);
    await chmod(join(folder, '..'), 0o755);
    const module = JSON.stringify(join(import.meta.dirname, '../../cli/watch/claims.ts'));
    const program = `
      const { openClaims } = await import(${module});
      const claims = await openClaims(${JSON.stringify(folder)}, () => new Date());
      const taken = await claims.value.take('secret.csv');
      console.log(JSON.stringify([taken.value?.name, taken.value?.was]));`;
    const NOBODY = 65_534;
    const words = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program];
    const output = execFileSync(process.execPath, words, { uid: NOBODY, gid: NOBODY, encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual(['secret.csv', null]);
  });

  test('is not processed when a link took its name after it was found', async () => {
    const { folder, secret } = await createWatched();
    await writeFile(join(folder, 'rows.csv'), 'a,b\n');
    let now = 0;
    const inbox = createInbox(folder, 1000, () => now);
    await inbox.ready();
    now = 2000;
    const [name = ''] = await inbox.ready();
    await rm(join(folder, name));
    await symlink(secret, join(folder, name));
    const claims = await open(folder);
    expect(expectOk(await claims.take(name))).toBeNull();
  });

  test('is read as exactly the file that was taken, or not at all', async () => {
    const { folder, secret, outside } = await createWatched();
    await writeFile(join(folder, 'rows.csv'), 'a,b\n');
    const claims = await open(folder);
    const claim = expectOk(await claims.take('rows.csv'));
    if (claim === null) throw new Error('not taken');
    const readOnce = async (): Promise<string> => {
      await using file = await claims.open(claim);
      return file.readFile('utf8');
    };
    expect(await readOnce()).toBe('a,b\n');
    await rename(claim.path, join(folder, 'kept'));
    await symlink(secret, claim.path);
    await expect(readOnce()).rejects.toThrow('not the file that was taken');
    await rm(claim.path);
    await writeFile(claim.path, 'another');
    await expect(readOnce()).rejects.toThrow('not the file that was taken');
    await rm(claim.path);
    await rename(join(folder, 'kept'), claim.path);
    // A folder on the way to it is a link to one with a file of that name.
    await rename(join(folder, 'working'), join(folder, 'real'));
    await mkdir(join(outside, claim.id));
    await writeFile(join(outside, claim.id, 'rows.csv'), SECRET, { mode: 0o600 });
    await symlink(outside, join(folder, 'working'));
    await expect(readOnce()).rejects.toThrow('not the file that was taken');
    expect(await claims.trouble()).toEqual({ code: 'watch.otherFolder', params: { folder: join(folder, 'working') } });
    await rm(join(folder, 'working'));
    await rename(join(folder, 'real'), join(folder, 'working'));
    expect(await readOnce()).toBe('a,b\n');
  });

  test('is not continued when an earlier process left a link, nor behind a folder that is one', async () => {
    const { folder, secret, outside } = await createWatched();
    const working = join(folder, 'working');
    await mkdir(join(working, '20260101T000000000Z-0001 link.csv'), { recursive: true });
    await symlink(secret, join(working, '20260101T000000000Z-0001 link.csv', 'link.csv'));
    await symlink(outside, join(working, '20260101T000000000Z-0002 secret.csv'));
    const claims = await open(folder);
    const left = expectOk(await claims.left());
    expect(left.map(({ name, was }) => [name, was])).toEqual([
      ['link.csv', null],
      ['secret.csv', null],
    ]);
    for (const claim of left) await expect(claims.open(claim)).rejects.toThrow('not the file that was taken');
  });

  test.each(['done', 'failed', 'working'] as const)('is moved nowhere while %s is a link', async (place) => {
    const { folder, outside } = await createWatched();
    const claims = await open(folder);
    await writeFile(join(folder, 'rows.csv'), 'a,b\n');
    const claim = expectOk(await claims.take('rows.csv'));
    await rename(join(folder, place), join(folder, 'aside'));
    await symlink(outside, join(folder, place));
    const refusal = { ok: false, error: { code: 'watch.otherFolder', params: { folder: join(folder, place) } } };
    if (claim !== null) expect(await claims.end(claim, 'done')).toMatchObject(refusal);
    await writeFile(join(folder, 'more.csv'), 'a,b\n');
    expect(await claims.take('more.csv')).toMatchObject(refusal);
    expect(await claims.left()).toMatchObject(refusal);
    expect(await openClaims(folder, () => new Date())).toMatchObject(refusal);
    expect(await readdir(outside)).toEqual(['secret.csv']);
  });

  test('is not locked by a file elsewhere: the lock is no link', async () => {
    const { folder, outside } = await createWatched();
    await symlink(join(outside, 'made'), join(folder, '.labelwright-watch.lock'));
    expect(lockFolder(folder)).toMatchObject({ ok: false, error: { code: 'watch.notPlain' } });
    expect(await readdir(outside)).toEqual(['secret.csv']);
  });
});

test('the command reads no file of its user through a link in the folder, reports it once, and processes the others', async () => {
  const base = await createRenderFolder();
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  await mkdir(join(base, 'in'));
  await writeFile(join(base, 'secret.csv'), SECRET, { mode: 0o600 });
  await symlink(join(base, 'secret.csv'), join(base, 'in', 'a link.csv'));
  await writeFile(join(base, 'in', 'b.csv'), 'name,code\nTea,1\n');
  // The folder itself and the template are the user's own choice, and may be links.
  await symlink(join(base, 'in'), join(base, 'way in'));
  await symlink(join(base, 'label.tprt'), join(base, 'linked.tprt'));
  const args = [MAIN, 'watch', 'way in', '--template', 'linked.tprt', '--settle', '0.2', '--workers', '1'];
  const child = spawn(process.execPath, args, { cwd: base, env: { ...process.env, LC_ALL: 'en' } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let errors = '';
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
  await expect.poll(() => readdir(join(base, 'in', 'done')).catch(() => []), LONG).toHaveLength(1);
  await expect.poll(() => errors, LONG).toMatch(/a link\.csv is not read: it is a link/);
  await writeFile(join(base, 'in', 'c.csv'), 'name,code\nTea,1\n');
  await expect.poll(() => readdir(join(base, 'in', 'done')), LONG).toHaveLength(2);
  child.kill('SIGINT');
  await once(child, 'close');
  expect(errors.match(/is not read/g)).toHaveLength(1);
  expect(await readFile(join(base, 'in', 'a link.csv'), 'utf8')).toBe(SECRET);
  const all = await readdir(join(base, 'in'), { recursive: true });
  expect(all.filter((name) => name.includes('secret') || / a link/.test(name))).toEqual([]);
});

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Decrypter, Encrypter } from 'age-encryption';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { contentOf, fill, makeBackup, putBack, run, signIn, type Ended } from './backup-program.ts';
import {
  createTestFolder,
  createTestServer,
  createUser,
  PASSWORD,
  upload,
  type TestUser,
} from './create-test-server.ts';
import { storageEnvironment } from './test-storage.ts';

describe('an encrypted archive', () => {
  const PHRASE = 'correct horse battery staple';
  /** Of an age file, with the 16 bytes of each tag. */
  const CHUNK = 64 * 1024 + 16;

  /** A server with incompressible files, so that an archive of it has several chunks. */
  async function fillLarge(): Promise<{ storage: Record<string, string>; dataDir: string; user: TestUser }> {
    const dataDir = await createTestFolder();
    const { url } = await createTestServer({ dataDir });
    const user = await fill(url, 'gina');
    for (let i = 0; i < 3; i++) await upload(user, randomBytes(100_000).toString('base64'));
    return { storage: await storageEnvironment(dataDir), dataDir, user };
  }

  test('is restored with its passphrase, reveals nothing of its contents, and no program can read it without', async () => {
    const { storage, dataDir, user } = await fillLarge();
    const { api } = user;
    expectOk(await api.call('beginSecondFactor', { confirmation: PASSWORD }));
    const folder = await createTestFolder();
    const path = join(folder, 'all.zip.age');
    const made = await run(['backup', '--to', path, '--encrypt'], { ...storage, BACKUP_PASSPHRASE: PHRASE });
    expect([made.status, made.output]).toEqual([0, expect.stringMatching(/all\.zip\.age: \d+ rows/)]);
    expect(made.output).not.toMatch(/not encrypted|correct horse/);
    expect(await readdir(folder)).toEqual(['all.zip.age']);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const bytes = await readFile(path);
    expect(bytes.toString('latin1', 0, 22)).toBe('age-encryption.org/v1\n');
    const key = await readFile(join(dataDir, 'secret.key'));
    for (const clear of [
      'secret.key',
      'manifest.json',
      'labelwright',
      'gina',
      key.toString('latin1'),
      'PK\u0003\u0004',
    ]) {
      expect(bytes.includes(Buffer.from(clear, 'latin1')), clear).toBe(false);
    }

    const newDir = await createTestFolder();
    const target = await storageEnvironment(newDir);
    const phrase = join(folder, 'phrase');
    await writeFile(phrase, `${PHRASE}\n`);
    const restored = await run(['restore', '--from', path], { ...target, BACKUP_PASSPHRASE_FILE: phrase });
    expect([restored.status, restored.output]).toEqual([0, expect.stringContaining('Restored from')]);
    expect(await readFile(join(newDir, 'secret.key'))).toEqual(key);
    const second = await createTestServer({ dataDir: newDir });
    expect(await contentOf(await signIn(second.url, 'gina'))).toEqual(await contentOf(user));
  });

  test('is readable by every program for age files, and archives of such programs are accepted', async () => {
    const { storage } = await fillLarge();
    const folder = await createTestFolder();
    const path = join(folder, 'all.zip.age');
    await makeBackup(path, storage, PHRASE);
    const decrypter = new Decrypter();
    decrypter.addPassphrase(PHRASE);
    const zip = await decrypter.decrypt(await readFile(path));
    await writeFile(join(folder, 'all.zip'), zip);
    await putBack(join(folder, 'all.zip'), await storageEnvironment(await createTestFolder()));
    const encrypter = new Encrypter();
    encrypter.setPassphrase('another passphrase');
    await writeFile(path, await encrypter.encrypt(zip));
    await putBack(path, await storageEnvironment(await createTestFolder()), false, 'another passphrase');
  });

  test('with another passphrase, or damaged anywhere, is rejected by name, and nothing is changed', async () => {
    const { storage } = await fillLarge();
    const folder = await createTestFolder();
    const path = join(folder, 'whole.age');
    await makeBackup(join(folder, 'whole.zip'), storage);
    // With a lower work factor than usual.
    const encrypter = new Encrypter();
    encrypter.setPassphrase(PHRASE);
    encrypter.setScryptWorkFactor(10);
    const whole = Buffer.from(await encrypter.encrypt(await readFile(join(folder, 'whole.zip'))));
    await writeFile(path, whole);
    const target = await storageEnvironment(await createTestFolder());
    await expect(putBack(path, target, false, 'correct horse battery stable')).rejects.toThrow('Wrong passphrase for');
    await expect(putBack(path, target)).rejects.toThrow('is encrypted and needs its passphrase');
    await putBack(path, await storageEnvironment(await createTestFolder()), false, PHRASE);

    const start = whole.indexOf('\n--- ') + 49 + 16;
    const count = Math.ceil((whole.length - start) / CHUNK);
    expect(count).toBeGreaterThanOrEqual(4);
    const chunk = (i: number): Buffer =>
      whole.subarray(start + i * CHUNK, Math.min(start + (i + 1) * CHUNK, whole.length));
    const chunks = Array.from({ length: count }, (_, i) => chunk(i));
    const [head, [first, second, ...rest]] = [whole.subarray(0, start), chunks];
    const flipped = (at: number): Buffer => {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      return bytes;
    };
    const damaged: Readonly<Record<string, Buffer>> = {
      'nothing but the header': head,
      'half a header': whole.subarray(0, 60),
      'the last byte is missing': whole.subarray(0, -1),
      'the last chunk is missing': Buffer.concat([head, ...chunks.slice(0, -1)]),
      'all but the first chunk is missing': Buffer.concat([head, first ?? head]),
      'two chunks are swapped': Buffer.concat([head, second ?? head, first ?? head, ...rest]),
      'a chunk is left out': Buffer.concat([head, first ?? head, ...rest]),
      'a chunk is there twice': Buffer.concat([head, first ?? head, first ?? head, second ?? head, ...rest]),
      'something stands behind it': Buffer.concat([whole, Buffer.alloc(100)]),
      'the end of another archive': Buffer.concat([
        head,
        ...chunks.slice(0, -1),
        Buffer.from(chunk(count - 1)).fill(7),
      ]),
      'a bit of the work of scrypt': flipped(whole.indexOf('scrypt') + 8),
      'a bit of the nonce': flipped(start - 1),
      'a bit of the first chunk': flipped(start + 1000),
      'a bit of a middle chunk': flipped(start + CHUNK + 1000),
      'a bit of the last chunk': flipped(whole.length - 20),
    };
    const broken = join(folder, 'broken.age');
    for (const [what, bytes] of Object.entries(damaged)) {
      await writeFile(broken, bytes);
      await expect(putBack(broken, target, false, PHRASE), what).rejects.toThrow(
        /^(\S*broken\.age is damaged: [^\n]+|Wrong passphrase for \S*broken\.age[^\n]*)$/,
      );
    }
    const empty = await createTestServer({ dataDir: target['DATA_DIR'] ?? '' });
    expect(await empty.server.services.db.selectFrom('user').selectAll().execute()).toEqual([]);
    expect(await empty.server.services.db.selectFrom('stored_file').selectAll().execute()).toEqual([]);
  });

  test('needs a passphrase of a minimum length, which is not on the command line', async () => {
    const dataDir = await createTestFolder();
    const { url } = await createTestServer({ dataDir });
    await createUser(url, 'hugo');
    const storage = await storageEnvironment(dataDir);
    const folder = await createTestFolder();
    const path = join(folder, 'all.age');
    for (const [environment, text] of [
      [{}, 'needs a passphrase. Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE'],
      [{ BACKUP_PASSPHRASE: 'short' }, 'at least 12 characters'],
      [
        { BACKUP_PASSPHRASE_FILE: join(folder, 'none') },
        'BACKUP_PASSPHRASE_FILE names can’t be read'.replace('’', "'"),
      ],
    ] as const) {
      const { status, output } = await run(['backup', '--to', path, '--encrypt'], { ...storage, ...environment });
      expect([status, output]).toEqual([1, expect.stringContaining(text)]);
    }
    expect(await readdir(folder)).toEqual([]);
    const plain = join(folder, 'all.zip');
    const { status, output } = await run(['backup', '--to', plain], storage);
    expect([status, output]).toEqual([0, expect.stringMatching(/secret\.key.*is not encrypted/)]);
  });

  test('asks for its passphrase at a terminal, twice for a new one, and does not show it', async () => {
    const dataDir = await createTestFolder();
    const { url } = await createTestServer({ dataDir });
    await createUser(url, 'iris');
    const storage = await storageEnvironment(dataDir);
    const path = join(await createTestFolder(), 'all.age');
    const typed = async (again: string): Promise<Ended> => {
      const terminal = 'import pty, sys, os; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
      const args = [process.execPath, 'server/backup-main.ts', 'backup', '--to', path, '--encrypt'];
      const child = spawn('/usr/bin/python3', ['-c', terminal, ...args], { env: { ...process.env, ...storage } });
      onTestFinished(() => void child.kill('SIGKILL'));
      const answers = new Map([
        ['Passphrase of', PHRASE],
        ['Repeat the passphrase', again],
      ]);
      let output = '';
      child.stdout.on('data', (piece: Buffer) => {
        output += piece.toString();
        for (const [question, answer] of answers) {
          if (output.includes(question) && answers.delete(question)) child.stdin.write(`${answer}\r`);
        }
      });
      const [status] = (await once(child, 'close')) as [number | null];
      return { status, output };
    };
    expect(await typed(`${PHRASE}!`)).toEqual({ status: 1, output: expect.stringContaining('passphrases differ') });
    const made = await typed(PHRASE);
    expect([made.status, made.output]).toEqual([0, expect.stringContaining('all.age: ')]);
    expect(made.output).not.toContain('horse');
    await putBack(path, storage, true, PHRASE);
  });
});

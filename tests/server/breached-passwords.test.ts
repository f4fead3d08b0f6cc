import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openBreachedPasswords, type BreachedPasswords } from '#server/accounts/breached-passwords.ts';
import { createTestFolder, createTestServer, createUser, createVisitor, PASSWORD } from './create-test-server.ts';

const digest = (password: string): string => createHash('sha1').update(password).digest('hex').toUpperCase();

/** A list as the downloader of Have I Been Pwned writes it. */
async function writeList(passwords: readonly string[], end = '\r\n', last = end): Promise<string> {
  const path = join(await createTestFolder(), 'pwned.txt');
  const lines = passwords.map((password, i) => `${digest(password)}:${10 ** (i % 8)}`).toSorted();
  await writeFile(path, lines.join(end) + last);
  return path;
}

async function openList(path: string): Promise<BreachedPasswords> {
  const list = await openBreachedPasswords(path);
  onTestFinished(() => list.close());
  return list;
}

describe('a list of breached passwords', () => {
  test.each([
    [0, '\n', '\n'],
    [1, '\n', ''],
    [1, '\r\n', '\r\n'],
    [2, '\n', '\n'],
    [3, '\r\n', ''],
    [1000, '\n', '\n'],
    [1001, '\r\n', '\r\n'],
  ])('of %i has each of its own and no other', async (count, end, last) => {
    const own = Array.from({ length: count }, (_, i) => `breached ${i}`);
    const list = await openList(await writeList(own, end, count === 0 ? '' : last));
    for (const password of own) expect(await list.has(password)).toBe(true);
    for (let i = 0; i < 300; i++) expect(await list.has(`safe ${i}`)).toBe(false);
  });

  test('that is invalid or missing ends the start with the name of the setting', async () => {
    const path = join(await createTestFolder(), 'words.txt');
    await writeFile(path, 'password\n123456\n');
    await expect(openBreachedPasswords(path)).rejects.toThrow(
      /^BREACHED_PASSWORDS: .*words\.txt must be a sorted list/,
    );
    await expect(openBreachedPasswords(dirname(path))).rejects.toThrow(/^BREACHED_PASSWORDS: .* can't be read/);
    await expect(openBreachedPasswords(`${path}.none`)).rejects.toThrow(/^BREACHED_PASSWORDS: .* can't be read/);
  });
});

test('a breached password is rejected for new users, and as a new password', async () => {
  const known = 'violet anchor 1987 harbour';
  const { url } = await createTestServer({ breachedPasswords: await writeList([known, 'another one']) });
  const answer = await createVisitor(url).api.call('register', { user_name: 'newcomer', password: known });
  const said = expect.stringMatching('known from a breach') as string;
  expect(answer).toMatchObject({ ok: false, error: { apiCode: 209, path: 'password', message: said } });
  const user = await createUser(url, 'newcomer');
  const changed = await user.api.call('changePassword', { old_password: PASSWORD, password: known });
  expect(changed).toMatchObject({ ok: false, error: { apiCode: 209, path: 'password' } });
  const reset = await user.api.call('resetPassword', { target: 'a@example.com', code: '000000', password: known });
  expect(reset).toMatchObject({ ok: false, error: { apiCode: 209, path: 'password' } });
  expect((await user.api.call('changePassword', { old_password: PASSWORD, password: `${known} 2` })).ok).toBe(true);
});

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { LANGUAGES } from '#protocol/api.ts';
import { grantSpace } from '#server/core/files/space-grants.ts';
import { message } from '#server/core/messages.ts';
import { createOwner, firstFolder, foldersOf, uploadCloudFile } from './cloud-uploads.ts';
import { createPng, createUser } from './create-test-server.ts';
import { storageEnvironment } from './test-storage.ts';

describe('space', () => {
  const padded = (bytes: number): Uint8Array =>
    Buffer.concat([
      Buffer.from('Name\n'),
      Buffer.from(
        randomBytes(bytes)
          .toString('hex')
          .slice(0, bytes - 5),
      ),
    ]);

  test('ten concurrent uploads at the limit keep to it, a package raises it at once, and an expired one lowers it', async () => {
    const started = await createOwner({ accountLimits: { spaceBytes: 500_000 } });
    const { owner, server, wait } = started;
    const tid = await firstFolder(owner, 2);
    const send = (): ReturnType<typeof uploadCloudFile> =>
      uploadCloudFile(owner, { tid, name: 'a.csv', bytes: padded(90_000) });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    const kept = answers.filter((answer) => answer.ok).length;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(5);
    for (let i = kept; i < 5; i++) expectOk(await send());
    expect(await send()).toMatchObject({ error: { code: 402, message: 'Your cloud space of 0.5 MB is full.' } });
    expect(expectOk(await owner.api.call('cloudSpace', {}))).toEqual({
      used: 450_000,
      limit: 500_000,
      plan: 500_000,
      packages: [],
    });

    const { db, now } = server.services;
    await grantSpace(db, owner.user.user_id, { bytes: 200_000, days: 0.5 }, now());
    for (let i = 0; i < 2; i++) expectOk(await send());
    expect(expectOk(await owner.api.call('cloudSpace', {}))).toMatchObject({
      used: 630_000,
      limit: 700_000,
      packages: [{ bytes: 200_000, holds: true }],
    });
    const other = await createUser(started.url, 'other');
    expect(expectOk(await other.api.call('cloudSpace', {})).limit).toBe(500_000);

    // Expired: the space is reclaimed, the files are kept, and nothing can be added.
    wait(13 * 60 * 60 * 1000);
    const after = expectOk(await owner.api.call('cloudSpace', {}));
    expect(after).toMatchObject({ used: 630_000, limit: 500_000, packages: [{ holds: false }] });
    expect((await foldersOf(owner, 2))[0]?.data.length).toBe(7);
    expect(await send()).toMatchObject({ error: { code: 402 } });
  });

  test('is granted by the operator’s command while a server runs', async () => {
    const { owner, dataDir } = await createOwner();
    const storage = await storageEnvironment(dataDir);
    const run = (...args: string[]): { readonly status: number | null; readonly output: string } => {
      const env = { ...process.env, ...storage };
      const { status, stdout, stderr } = spawnSync(process.execPath, ['server/grant-space.ts', ...args], { env });
      return { status, output: `${stdout.toString()}${stderr.toString()}` };
    };
    expect(run('--user', 'Owner', '--gb', '1.5', '--days', '30')).toMatchObject({ status: 0 });
    const space = expectOk(await owner.api.call('cloudSpace', {}));
    expect(space.limit - space.plan).toBe(1.5 * 2 ** 30);
    expect(run('--user', 'nobody', '--gb', '1', '--days', '30')).toMatchObject({
      status: 1,
      output: expect.stringContaining('There is no account "nobody"') as string,
    });
    for (const args of [[], ['--user', 'owner', '--gb', '-1', '--days', '3'], ['--other', '1']]) {
      expect(run(...args)).toMatchObject({ status: 1, output: expect.stringContaining('Usage: npm run') as string });
    }
  });

  test('when full mentions a membership that would give more, in the configuration’s words', async () => {
    const { owner, tid } = await createOwner({ accountLimits: { spaceBytes: 1000, memberSpaceBytes: 9000 } });
    const answer = await uploadCloudFile(owner, { tid, name: 'a.png', bytes: Buffer.alloc(4000) });
    const { member_space: words } = expectOk(await owner.api.call('configuration', {}));
    expect(answer).toMatchObject({
      error: { code: 402, message: expect.stringMatching(new RegExp(words, 'i')) as string },
    });
    for (const language of LANGUAGES) {
      const isAbout = new RegExp(message(language, 'space.members'), 'i');
      expect(message(language, 'upload.spaceFullForMembers', { limit: 1 })).toMatch(isAbout);
      expect(message(language, 'privilege.missing')).toMatch(isAbout);
      expect(message(language, 'upload.spaceFull', { limit: 1 })).not.toMatch(isAbout);
    }
  });

  test('the operator sets the size limit of images', async () => {
    const { owner, tid } = await createOwner({ accountLimits: { imageBytes: 10 * 1024 } });
    expect(expectOk(await owner.api.call('configuration', {})).image_size).toBe(10);
    const bytes = Buffer.concat([createPng(), Buffer.alloc(10 * 1024)]);
    expect(await uploadCloudFile(owner, { tid, name: 'a.png', bytes })).toMatchObject({
      error: { code: 413, message: 'The file is larger than 10 KB.' },
    });
  });
});

import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { createPathList, safePart } from '#server/personal/entry-names.ts';
import { newId } from '#server/core/database/new-id.ts';
import {
  addTestFont,
  createPng,
  createSavedTemplate,
  createTemplateFile,
  createTestServer,
  createUser,
  createVisitor,
  upload,
  type TestServer,
  type TestUser,
} from './create-test-server.ts';
import { createJpeg, firstFolder, uploadCloudFile } from './cloud-uploads.ts';
import { createPortrait, uploadPortrait } from './portrait.ts';
import { uploadPicture } from './uploaded-picture.ts';
import { createRunEnd } from './print-run-factory.ts';
import { onServers, openTestBlobs } from './test-storage.ts';

const MINUTE_MS = 60_000;
/** Each file of S3 takes some time, regardless of its size. */
const TEMPLATES = onServers ? 300 : 1500;
const TEMPLATE_BYTES = onServers ? 1_000_000 : 200_000;

async function begin(user: TestUser): Promise<string> {
  return expectOk(await user.api.call('beginAccountExport', {})).url;
}

/** The archive's contents by path. */
async function unzip(archive: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer)(archive, { lazyEntries: true });
  const found = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error !== null) return reject(error);
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('error', reject);
        stream.on('end', () => {
          found.set(entry.fileName, Buffer.concat(parts));
          zip.readEntry();
        });
      });
    });
    zip.on('end', () => resolve(found));
    zip.on('error', reject);
    zip.readEntry();
  });
}

/** Adds many templates to the database, as uploads would. */
async function addManyTemplates({ server, dataDir }: TestServer, user: TestUser): Promise<void> {
  const { db } = server.services;
  const folder = await db.selectFrom('folder').select('id').executeTakeFirstOrThrow();
  const blobs = await openTestBlobs(dataDir);
  const content = randomBytes(TEMPLATE_BYTES);
  for (let i = 0; i < TEMPLATES; i++) {
    const key = `${newId(1)}.tprts`;
    await blobs.put(key, content);
    const owner = { user_id: user.user.user_id, created_at: 1 };
    await db
      .insertInto('stored_file')
      .values({ ...owner, key, kind: 'template', bytes: TEMPLATE_BYTES })
      .execute();
    await db
      .insertInto('template')
      .values({
        ...owner,
        id: newId(1),
        folder_id: folder.id,
        name: `Label ${i}`,
        name_search: '',
        deleted_at: null,
        trashed_name: null,
        saved_at: 1,
        remark: '',
        width_mm: 1,
        height_mm: 1,
        file_key: key,
        preview_key: null,
        use_count: 0,
        download_count: 0,
        updated_at: 1,
        revision: 1,
        blank_count: 0,
        common: 0,
      })
      .execute();
  }
  blobs.close();
}

describe('the archive of an account', () => {
  test('has all of the user’s data, and none of others', async () => {
    const { url } = await createTestServer();
    const other = await createUser(url, 'other');
    await createSavedTemplate(other, 'Secret of another');
    await addTestFont(other, 'Foreign');
    const user = await createUser(url, 'ana');
    await createSavedTemplate(user, 'Box 大');
    await createSavedTemplate(user, 'Crate');
    await addTestFont(user, 'House');
    const unsaved = await upload(user, 'unsaved');
    expectOk(await user.api.call('editAvatar', { image: await uploadPortrait(user) }));
    expectOk(await user.api.call('endPrintRecord', createRunEnd({ name: 'Say "hi", twice' })));
    expectOk(await user.api.call('addPrintReadings', { job_id: 'job-1', part: 0, readings: [] }));

    const edited = await createSavedTemplate(user, 'Edited');
    expectOk(await user.api.call('editTemplate', { id: edited.id, ...(await upload(user, 'second')) }));
    const trashed = await createSavedTemplate(user, 'Thrown away');
    expectOk(await user.api.call('deleteTemplate', { id: trashed.id }));
    const logo = { name: 'Logo.PNG', bytes: createPng(), thumbnail: createJpeg() };
    expectOk(await uploadCloudFile(user, { tid: await firstFolder(user), ...logo }));
    const kit = { revision: 0, fonts: ['House'], logos: [], colors: [], styles: [] };
    expectOk(await user.api.call('saveBrandKit', kit));
    const sheet = { name: 'Prices.csv', bytes: Buffer.from('a,b\n1,2\n') };
    expectOk(await uploadCloudFile(user, { tid: await firstFolder(user, 2), ...sheet }));

    const sent = await user.api.call('addFeedback', { kind: 'idea', text: 'More', image: await uploadPicture(user) });
    const feedback = expectOk(sent);

    const response = await user.fetch(await begin(user));
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="labelwright-[\d-]+\.zip"$/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const files = await unzip(Buffer.from(await response.arrayBuffer()));
    const folder = 'templates/My templates';
    const [file, image] = [unsaved.url, unsaved.image].map((path) => path.replace('/files/', ''));
    expect([...files.keys()].toSorted()).toEqual(
      [
        'profile.json',
        'portrait.png',
        `${folder}/Box 大.tprts`,
        `${folder}/Box 大.png`,
        `${folder}/Crate.tprts`,
        `${folder}/Crate.png`,
        `${folder}/Edited.tprts`,
        `${folder}/Edited.png`,
        `versions/${folder}/Edited/1.tprts`,
        `versions/${folder}/Edited/1.png`,
        'trash/Thrown away.tprts',
        'trash/Thrown away.png',
        'cloud/My images/Logo.png',
        'cloud/My spreadsheets/Prices.csv',
        'brand-kit.json',
        'templates.jsonl',
        'fonts/House-400.ttf',
        `feedback/${feedback.id}.png`,
        'feedback.jsonl',
        `files/template/${file}`,
        `files/preview/${image}`,
        'print-records.csv',
        'print-records/job-1.json',
      ].toSorted(),
    );
    const json = (path: string): unknown => JSON.parse(files.get(path)?.toString('utf8') ?? '');
    expect(json('profile.json')).toMatchObject({ user_name: 'ana', template_folders: ['My templates'] });
    expect(json('brand-kit.json')).toMatchObject({ fonts: ['House'] });
    expect(json('print-records/job-1.json')).toMatchObject({ record: { name: 'Say "hi", twice' }, readings: [] });
    expect(files.get('print-records.csv')?.toString('utf8')).toContain('job-1,"Say ""hi"", twice",');
    expect(json('feedback.jsonl')).toMatchObject({ text: 'More', image: `feedback/${feedback.id}.png`, state: 'open' });
    expect(files.get('portrait.png')).toEqual(createPortrait());
    expect(files.get(`${folder}/Box 大.tprts`)).toEqual(Buffer.from(createTemplateFile('Box 大')));
    expect(files.get('templates.jsonl')?.toString('utf8').trim().split('\n')).toHaveLength(4);
    expect(files.get(`${folder}/Edited.tprts`)).toEqual(Buffer.from(createTemplateFile('second')));
    expect(files.get(`versions/${folder}/Edited/1.tprts`)).toEqual(Buffer.from(createTemplateFile('Edited')));
    expect(files.get('templates.jsonl')?.toString('utf8')).toMatch(/"name":"Thrown away".*"deleted_at":"20/);
    expect(files.get('cloud/My spreadsheets/Prices.csv')?.toString()).toBe('a,b\n1,2\n');
    const everything = Buffer.concat([...files.values()]).toString('latin1') + [...files.keys()].join();
    for (const secret of ['Secret of another', 'Foreign', other.user.user_id, 'argon2', 'password_hash']) {
      expect(everything).not.toContain(secret);
    }
  });

  test('can be downloaded once, by its user only, within a minute', async () => {
    const { url, wait } = await createTestServer();
    const user = await createUser(url, 'ana');
    const other = await createUser(url, 'other');
    const path = await begin(user);
    expect((await createVisitor(url).fetch(path)).status).toBe(401);
    expect((await other.fetch(path)).status).toBe(404);
    const fetched = await Promise.all(Array.from({ length: 10 }, () => user.fetch(path)));
    await Promise.all(fetched.map((response) => response.arrayBuffer()));
    expect(fetched.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = await begin(user);
    wait(2 * MINUTE_MS);
    expect((await user.fetch(late)).status).toBe(404);
  });

  test('of many templates takes little memory, is exclusive, and can be aborted', async () => {
    const started = await createTestServer();
    const user = await createUser(started.url, 'ana');
    await addManyTemplates(started, user);
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
    const leaving = new AbortController();
    const first = await user.fetch(await begin(user), { signal: leaving.signal });
    expect(await user.api.call('beginAccountExport', {})).toMatchObject({ error: { apiCode: 402 } });
    leaving.abort();
    await expect(first.arrayBuffer()).rejects.toThrow();
    await expect.poll(async () => (await user.api.call('beginAccountExport', {})).ok).toBe(true);

    const whole = await user.fetch(await begin(user));
    let bytes = 0;
    for await (const part of whole.body ?? []) bytes += part.length;
    clearInterval(watch);
    expect(bytes).toBeGreaterThan(TEMPLATES * TEMPLATE_BYTES);
    expect(most - before).toBeLessThan((TEMPLATES * TEMPLATE_BYTES) / 2);
  });
});

test.each([
  ['..', '__'],
  ['a/b\\c', 'a_b_c'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['end. ', 'end_'],
  ['', '_'],
  ['Größe 大', 'Größe 大'],
])('the name %j is %j in an archive', (name, part) => {
  const made = safePart(name);
  expect(made.replaceAll('_', '')).toBe(part.replaceAll('_', ''));
  expect(made).toMatch(/^[^./\\]/);
  expect(made).not.toMatch(/[. ]$/);
});

test('no two paths of an archive differ by case only', () => {
  const nameOnce = createPathList();
  expect([nameOnce('A', '.x'), nameOnce('a', '.x'), nameOnce('a', '.y'), nameOnce('A', '.X')]).toEqual([
    'A.x',
    'a (2).x',
    'a.y',
    'A (3).X',
  ]);
});

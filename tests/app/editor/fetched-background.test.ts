import { expect, test } from 'vitest';
import { withFetchedBackground } from '#app/state/fetched-background.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { unknownNotices } from '#model/template/unknown-notices.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createTestTemplate } from '#tests/support/create-elements.ts';

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);

const template = (path: string) => createTestTemplate([], { unknown: { background: path } });

test('a background on this server is fetched and becomes an image of the file', async () => {
  const asked: string[] = [];
  const found = await withFetchedBackground(template('/files/paper.png'), (path) => {
    asked.push(path);
    return Promise.resolve(ok(PNG));
  });
  expect(asked).toEqual(['/files/paper.png']);
  expect(found.label.background).toMatch(/^[0-9a-f]{64}$/);
  expect(found.label.canvases).toEqual([found.label.background]);
  expect(unknownNotices(found)).toEqual([]);
  expect(readTemplate(writeTemplate(found))).toEqual({ ok: true, value: found });
});

test.each<readonly [string, string, Result<Uint8Array> | null]>([
  ['that is not there', '/files/paper.png', err(problem('server.notFound'))],
  ['that is no image', '/files/paper.txt', ok(Uint8Array.of(1, 2, 3))],
  ['of another computer', 'https://example.org/paper.png', null],
  ['of another computer without its protocol', '//example.org/paper.png', null],
  ['of a disk', 'C:\\paper.png', null],
])('a background %s is kept and told', async (_, path, answer) => {
  const before = template(path);
  const after = await withFetchedBackground(before, () => {
    if (answer === null) throw new Error('not to be fetched');
    return Promise.resolve(answer);
  });
  expect(after).toBe(before);
  expect(unknownNotices(after)).toEqual([{ code: 'template.backgroundPath', params: { path } }]);
});

import { expect, test } from 'vitest';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { transportProblem, envelopeProblem, type ApiProblem } from '#services/api/api-problem.ts';
import type { CloudFile } from '#protocol/api.ts';
import type { CloudUploader } from '#services/cloud-uploader.ts';
import { createUploadQueue, type UploadQueue } from '#services/upload-queue.ts';

const TARGET = { type: 1, folderId: 'f' } as const;
const LIMITS = { imageKb: 10 };
const FILE: CloudFile = {
  id: 'a',
  tid: 'f',
  name: 'a.png',
  url: '',
  thumbnail: '',
  size: 1,
  width: 1,
  height: 1,
  hash: '',
  add_time: '',
  update_time: '',
};

/** A connection on which the test ends each upload. */
function createLine(): {
  readonly queue: UploadQueue;
  readonly sent: { readonly name: string; readonly end: (answer: Result<CloudFile, ApiProblem>) => void }[];
} {
  const sent: { name: string; end: (answer: Result<CloudFile, ApiProblem>) => void }[] = [];
  const upload: CloudUploader = (file, _target, { signal, onProgress }) =>
    new Promise((end) => {
      sent.push({ name: file.name, end });
      onProgress(1, 4);
      signal.addEventListener('abort', () => end(err(transportProblem('aborted'))));
    });
  return { queue: createUploadQueue(upload), sent };
}

const png = (name: string, bytes: number = 4): File => new File([new Uint8Array(bytes)], name);
const states = (queue: UploadQueue): string[] => queue.uploads().map(({ name, state }) => `${name} ${state}`);

test('three uploads run at a time, and the next follows', async () => {
  const { queue, sent } = createLine();
  const done: string[] = [];
  queue.onDone(({ file }) => done.push(file.name));
  queue.add(
    ['a.png', 'b.png', 'c.png', 'd.png'].map((name) => png(name)),
    TARGET,
    LIMITS,
  );
  expect(states(queue)).toEqual(['a.png sending', 'b.png sending', 'c.png sending', 'd.png waiting']);
  expect(queue.uploads()[0]?.progress).toBe(0.25);
  sent[0]?.end(ok({ ...FILE, name: 'a (2).png' }));
  await expect.poll(() => states(queue)).toEqual(['a (2).png done', 'b.png sending', 'c.png sending', 'd.png sending']);
  expect(done).toEqual(['a (2).png']);
});

test('a canceled upload leaves the list and makes room; a failed one is retried', async () => {
  const { queue, sent } = createLine();
  const [first = 0, second = 0] = queue.add([png('a.png'), png('b.png')], TARGET, LIMITS);
  queue.cancel(first);
  sent[1]?.end(err(transportProblem('server.unreachable')));
  await expect.poll(() => states(queue)).toEqual(['b.png failed']);
  queue.retry(second);
  expect(states(queue)).toEqual(['b.png sending']);
  sent[2]?.end(ok(FILE));
  await expect.poll(() => states(queue)).toEqual(['a.png done']);
  queue.clear();
  expect(queue.uploads()).toEqual([]);
});

test('rejects invalid files before they are sent, and shows the server’s message for a full space', async () => {
  const { queue, sent } = createLine();
  queue.add([png('a.gif'), png('large.png', 10 * 1024 + 1), png('b.PNG')], TARGET, LIMITS);
  await expect
    .poll(() => queue.uploads().map(({ problem }) => problem?.code))
    .toEqual(['image.wrongType', 'image.tooLarge', undefined]);
  expect(sent.map(({ name }) => name)).toEqual(['b.PNG']);
  sent[0]?.end(err(envelopeProblem({ code: 402, data: null, message: 'Full.' }, null)));
  await expect.poll(() => queue.uploads()[2]?.spaceFull).toBe('Full.');
  queue.add([new File(['a'], 'a.ods')], { type: 2, folderId: 'f' }, LIMITS);
  await expect.poll(() => queue.uploads()[3]?.problem?.code).toBe('cloud.wrongSheetType');
});

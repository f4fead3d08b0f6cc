import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCloudKeeper, type CloudDrafts } from '#app/editor/save/cloud-keeper.ts';
import { setLabel } from '#editor/commands/label.ts';
import { createTestEditor } from '../../editor/create-test-editor.ts';

const REST_MS = 5_000;
const PLACE = { id: 'box', revision: 3 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Put = Parameters<CloudDrafts['put']>;

function createCloud(putMs = 0): CloudDrafts & { readonly puts: readonly Put[]; readonly dropped: readonly string[] } {
  const puts: Put[] = [];
  const dropped: string[] = [];
  return {
    puts,
    dropped,
    async put(...args) {
      puts.push(args);
      await new Promise((resolve) => setTimeout(resolve, putMs));
      return true;
    },
    async drop(id) {
      dropped.push(id);
      return true;
    },
  };
}

test('work goes to the cloud at rest, with the time of its last change', async () => {
  const editor = createTestEditor();
  const cloud = createCloud();
  const stop = createCloudKeeper(editor, cloud, PLACE).start();
  editor.run(setLabel({ name: 'A' }));
  await vi.advanceTimersByTimeAsync(1_000);
  editor.run(setLabel({ name: 'B' }));
  const editedAt = Date.now();
  await vi.advanceTimersByTimeAsync(REST_MS - 1);
  expect(cloud.puts).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(cloud.puts).toMatchObject([[PLACE, { editedAt, template: { label: { name: 'B' } } }, {}]]);
  stop();
});

test('one that waits for its turn keeps the time of what it holds', async () => {
  const editor = createTestEditor();
  const cloud = createCloud(3 * REST_MS);
  createCloudKeeper(editor, cloud, PLACE).start();
  const times: number[] = [];
  for (const name of ['A', 'B']) {
    editor.run(setLabel({ name }));
    times.push(Date.now());
    await vi.advanceTimersByTimeAsync(REST_MS);
  }
  await vi.advanceTimersByTimeAsync(10 * REST_MS);
  expect(cloud.puts.map(([, { template, editedAt }]) => [template.label.name, editedAt]).slice(0, 2)).toEqual([
    ['A', times[0]],
    ['B', times[1]],
  ]);
});

test('what the user gives up is dropped, once, when nothing is on its way any more', async () => {
  const editor = createTestEditor();
  const cloud = createCloud(REST_MS);
  const keeper = createCloudKeeper(editor, cloud, PLACE);
  keeper.start();
  await keeper.abandon();
  editor.run(setLabel({ name: 'A' }));
  await vi.advanceTimersByTimeAsync(REST_MS);
  const given = keeper.abandon();
  await vi.advanceTimersByTimeAsync(REST_MS - 1);
  expect(cloud.dropped).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await given;
  await keeper.abandon();
  expect(cloud.dropped).toEqual(['box']);
});

test('a label that is not on the server stays here', async () => {
  const editor = createTestEditor();
  const cloud = createCloud();
  createCloudKeeper(editor, cloud, null).start();
  editor.run(setLabel({ name: 'A' }));
  await vi.advanceTimersByTimeAsync(10 * REST_MS);
  expect(cloud.puts).toEqual([]);
});

test('what a save was to replace goes to the cloud after all when that save is not made', async () => {
  const editor = createTestEditor();
  const cloud = createCloud();
  const keeper = createCloudKeeper(editor, cloud, PLACE);
  keeper.start();
  editor.run(setLabel({ name: 'A' }));
  const editedAt = Date.now();
  await keeper.rest();
  await vi.advanceTimersByTimeAsync(10 * REST_MS);
  expect(cloud.puts).toEqual([]);
  keeper.resume();
  await vi.advanceTimersByTimeAsync(REST_MS);
  expect(cloud.puts).toMatchObject([[PLACE, { editedAt, template: { label: { name: 'A' } } }, {}]]);
});

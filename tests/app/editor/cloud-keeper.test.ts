import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCloudKeeper, type CloudDrafts } from '#app/editor/save/cloud-keeper.ts';
import { setLabel } from '#editor/commands/label.ts';
import { createTestEditor } from '../../editor/create-test-editor.ts';

const IDLE_MS = 5_000;
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

test('idle work is uploaded to the cloud with the time of its last change', async () => {
  const editor = createTestEditor();
  const cloud = createCloud();
  const stop = createCloudKeeper(editor, cloud, PLACE).start();
  editor.run(setLabel({ name: 'A' }));
  await vi.advanceTimersByTimeAsync(1_000);
  editor.run(setLabel({ name: 'B' }));
  const editedAt = Date.now();
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
  expect(cloud.puts).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(cloud.puts).toMatchObject([[PLACE, { editedAt, template: { label: { name: 'B' } } }, {}]]);
  stop();
});

test('a queued upload keeps the time of its content', async () => {
  const editor = createTestEditor();
  const cloud = createCloud(3 * IDLE_MS);
  createCloudKeeper(editor, cloud, PLACE).start();
  const times: number[] = [];
  for (const name of ['A', 'B']) {
    editor.run(setLabel({ name }));
    times.push(Date.now());
    await vi.advanceTimersByTimeAsync(IDLE_MS);
  }
  await vi.advanceTimersByTimeAsync(10 * IDLE_MS);
  expect(cloud.puts.map(([, { template, editedAt }]) => [template.label.name, editedAt]).slice(0, 2)).toEqual([
    ['A', times[0]],
    ['B', times[1]],
  ]);
});

test('discarded work is deleted once, after the running uploads end', async () => {
  const editor = createTestEditor();
  const cloud = createCloud(IDLE_MS);
  const keeper = createCloudKeeper(editor, cloud, PLACE);
  keeper.start();
  await keeper.abandon();
  editor.run(setLabel({ name: 'A' }));
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  const given = keeper.abandon();
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
  expect(cloud.dropped).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await given;
  await keeper.abandon();
  expect(cloud.dropped).toEqual(['box']);
});

test('a label that is not on the server stays local', async () => {
  const editor = createTestEditor();
  const cloud = createCloud();
  createCloudKeeper(editor, cloud, null).start();
  editor.run(setLabel({ name: 'A' }));
  await vi.advanceTimersByTimeAsync(10 * IDLE_MS);
  expect(cloud.puts).toEqual([]);
});

test('work that a save would have replaced is uploaded when that save fails', async () => {
  const editor = createTestEditor();
  const cloud = createCloud();
  const keeper = createCloudKeeper(editor, cloud, PLACE);
  keeper.start();
  editor.run(setLabel({ name: 'A' }));
  const editedAt = Date.now();
  await keeper.rest();
  await vi.advanceTimersByTimeAsync(10 * IDLE_MS);
  expect(cloud.puts).toEqual([]);
  keeper.resume();
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(cloud.puts).toMatchObject([[PLACE, { editedAt, template: { label: { name: 'A' } } }, {}]]);
});

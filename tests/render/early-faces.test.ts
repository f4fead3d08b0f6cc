import { expect, test } from 'vitest';
import { FONT_FACES, type FontFace } from '#model/elements/base/fonts.ts';
import { withEarlyFaces } from '#render-worker/fonts/early-faces.ts';
import type { FontSource } from '#render-worker/fonts/font-store.ts';

const [first = expect.fail(), second = expect.fail()] = FONT_FACES;
const going = new AbortController().signal;

/** Returns the results of `answers` in turn, and notes the requests. */
function createSource(answers: readonly (ArrayBuffer | 'lost' | 'hangs')[]): FontSource & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    read(face: FontFace, signal: AbortSignal) {
      const answer = answers[asked.length];
      asked.push(face.id);
      if (answer instanceof ArrayBuffer) return Promise.resolve(answer);
      if (answer !== 'hangs') return Promise.reject(new Error('lost'));
      signal.throwIfAborted();
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    },
  };
}

test('a face is preloaded once', async () => {
  const [early, later, other] = [new ArrayBuffer(1), new ArrayBuffer(2), new ArrayBuffer(3)];
  const source = createSource([early, other, later]);
  const faces = withEarlyFaces(source, [first]);
  expect(source.asked).toEqual([first.id]);
  expect(await faces.read(second, going)).toBe(other);
  expect(await faces.read(first, going)).toBe(early);
  expect(source.asked).toEqual([first.id, second.id]);
  // An evicted face is read again.
  expect(await faces.read(first, going)).toBe(later);
});

test('a face whose preloading failed is requested again', async () => {
  const bytes = new ArrayBuffer(1);
  const source = createSource(['lost', bytes]);
  expect(await withEarlyFaces(source, [first]).read(first, going)).toBe(bytes);
  expect(source.asked).toHaveLength(2);
});

test('a canceled preload settles without waiting for the face', async () => {
  const giveUp = new AbortController();
  const faces = withEarlyFaces(createSource(['hangs', 'hangs']), [first]);
  const reading = faces.read(first, giveUp.signal);
  giveUp.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});

import { describe, expect, test } from 'vitest';
import { addressFault, createAddressPictures, type AskForPicture } from '#model/data/pictures/address-pictures.ts';
import { problem, type ProblemCode } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';

const at = (i: number): string => `https://a.example/${i}.png`;
const PICTURE = ok(new Uint8Array(10));
const fault = (code: ProblemCode): Result<Uint8Array> => err(problem(code));

function create(ask: AskForPicture, options: { readonly keptBytes?: number } = {}) {
  let now = 0;
  const asked: string[] = [];
  const waits: number[] = [];
  const fetch = createAddressPictures(
    (address, signal) => {
      asked.push(address);
      return ask(address, signal);
    },
    {
      now: () => now,
      wait: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
      ...options,
    },
  );
  return { fetch, asked, waits, later: (ms: number) => (now += ms) };
}

describe('pictures at addresses', () => {
  test('are fetched four at a time, each once for all who ask', async () => {
    let running = 0;
    let most = 0;
    const { fetch, asked } = create(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve));
      running--;
      return PICTURE;
    });
    const wanted = Array.from({ length: 60 }, (_, i) => at(i % 20));
    const answers = await Promise.all(wanted.map((address) => fetch(address)));
    expect(answers.every((answer) => answer === PICTURE)).toBe(true);
    expect(most).toBe(4);
    expect(asked).toHaveLength(20);
    await fetch(at(3));
    expect(asked).toHaveLength(20);
  });

  test('are forgotten in the order of their last use, and after ten minutes', async () => {
    const { fetch, asked, later } = create(() => Promise.resolve(PICTURE), { keptBytes: 25 });
    for (const i of [1, 2, 1, 3]) await fetch(at(i));
    await fetch(at(1));
    expect(asked).toEqual([at(1), at(2), at(3)]);
    await fetch(at(2));
    expect(asked).toHaveLength(4);
    later(600_001);
    await fetch(at(2));
    expect(asked).toHaveLength(5);
  });

  test.each<[ProblemCode, number]>([
    ['pictures.addressUnreachable', 2],
    ['pictures.addressStatus', 1],
    ['pictures.addressSlow', 1],
    ['pictures.addressNoPicture', 1],
    ['pictures.tooLarge', 1],
    ['pictures.addressBusy', 4],
  ])('that fail with %s are asked for %i times, and again half a minute later', async (code, times) => {
    const { fetch, asked, later } = create(() => Promise.resolve(fault(code)));
    expect(await fetch(at(1))).toMatchObject({ error: { code } });
    expect(asked).toHaveLength(times);
    if (code !== 'pictures.addressBusy') await fetch(at(1));
    expect(asked).toHaveLength(times);
    later(30_001);
    await fetch(at(1));
    expect(asked).toHaveLength(2 * times);
  });

  test('are there after one failure of the network, and a busy server is asked when it says', async () => {
    const answers = [fault('pictures.addressUnreachable'), PICTURE];
    const first = create(() => Promise.resolve(answers.shift() ?? PICTURE));
    expect(await first.fetch(at(1))).toBe(PICTURE);
    const busy = [err(problem('pictures.addressBusy', { seconds: 3 })), PICTURE];
    const second = create(() => Promise.resolve(busy.shift() ?? PICTURE));
    expect(await second.fetch(at(1))).toBe(PICTURE);
    expect(second.waits).toEqual([3000]);
  });

  test('are aborted when nobody waits for them, and only then', async () => {
    const signals: AbortSignal[] = [];
    const { fetch, asked } = create(
      (_, signal) =>
        new Promise((resolve) => {
          signals.push(signal);
          signal.addEventListener('abort', () => resolve(fault('aborted')));
        }),
    );
    const [one, two] = [new AbortController(), new AbortController()];
    const first = fetch(at(1), one.signal);
    const second = fetch(at(1), two.signal);
    one.abort();
    expect(await first).toMatchObject({ error: { code: 'aborted' } });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    two.abort();
    expect(await second).toMatchObject({ error: { code: 'aborted' } });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    void fetch(at(1));
    await expect.poll(() => asked).toHaveLength(2);
  });
});

test.each([
  ['https://a.example/a.png', undefined],
  ['HTTP://a.example/a.png', undefined],
  ['ftp://a.example/a.png', 'pictures.address'],
  ['file:///etc/passwd', 'pictures.address'],
  [`https://a.example/${'a'.repeat(2000)}`, 'pictures.addressUnreachable'],
])('the address %.40s has the fault %s', (address, code) => {
  expect(addressFault(address)?.code).toBe(code);
});

import { expect, onTestFinished, test } from 'vitest';
import { V1_CALLS, type V1CallName } from '#server/api-v1/v1-calls.ts';
import { heldMemoryMb, measureServerLoad, type ServerLoad } from '#tests/support/server-load.ts';
import { startMain } from '#tests/support/server-process.ts';
import { createTestFolder, createTestServer } from './create-test-server.ts';
import { storageEnvironment } from './test-storage.ts';
import { createWorld, type World } from './full-account.ts';
import { COSTLY, type Costly } from './v1-costs.ts';

/** Longest delay of other requests while a call is answered. */
const LONGEST_GAP_MS = 200;
/** A real cost occurs in each attempt. */
const ATTEMPTS = 3;
const ANSWER_MS = 30_000;
const HALFWAY_MS = 1_000;
const KEPT_MB = 100;
/** Number of first runs that warm up. */
const WARMING_UP = 1;

const urlOf = (url: string, name: V1CallName, world: World, { id, query = '' }: Costly): string => {
  const usual = V1_CALLS[name].url.startsWith('/v1/schedules') ? world.schedule : world.open;
  return (
    url +
    V1_CALLS[name].url
      .replace(':id', id?.(world) ?? usual)
      .replace(':page', '199999')
      .replace(':secret', id?.(world) ?? world.trigger) +
    query
  );
};

function bodyOf({ body }: Costly, world: World): Buffer | null {
  const made = body?.(world) ?? null;
  if (made === null) return null;
  return made instanceof Uint8Array ? Buffer.from(made) : Buffer.from(JSON.stringify(made));
}

/** Calls, and returns the status of the answer. */
async function ask(url: string, name: V1CallName, world: World, costly: Costly, body: Buffer | null): Promise<number> {
  const left = new AbortController();
  const timer = setTimeout(() => left.abort(), costly.isLeftHalfway === true ? HALFWAY_MS : ANSWER_MS);
  let status = costly.status;
  try {
    const answer = await fetch(urlOf(url, name, world, costly), {
      method: V1_CALLS[name].method,
      headers: {
        ...(V1_CALLS[name].scope === null ? {} : { authorization: `Bearer ${world.token}` }),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      body: body as BodyInit | null,
      signal: left.signal,
    });
    ({ status } = answer);
    // A slow reader stops here: the server must not get ahead of it.
    if (costly.isLeftHalfway === true) await new Promise((resolve) => left.signal.addEventListener('abort', resolve));
    else for await (const _part of answer.body ?? []);
  } catch (error) {
    if (costly.isLeftHalfway !== true) throw error;
  } finally {
    clearTimeout(timer);
  }
  return status;
}

test('has the most expensive bodies of every call of the public interface', () => {
  expect(Object.keys(COSTLY).toSorted()).toEqual(Object.keys(V1_CALLS).toSorted());
  expect(Object.entries(COSTLY).filter(([, list]) => list.length === 0)).toEqual([]);
});

test('answers others within 200 ms while any call does its most expensive work, and frees the memory', async () => {
  const dataDir = await createTestFolder();
  const ends: (() => Promise<void>)[] = [];
  const world = await createWorld(await createTestServer({ dataDir }, (end) => ends.push(end)));
  for (const end of ends.toReversed()) await end();
  const server = await startMain({
    ...(await storageEnvironment(dataDir)),
    DEMO_PASSWORD: 'correct horse',
    MEMBERSHIP: 'off',
    WORKERS: '0',
  });
  onTestFinished(() => server.stop('SIGKILL'));
  const idle = await measureServerLoad(server, async () => {
    for (let i = 0; i < 100; i++) await fetch(`${server.url}/healthz`);
  });
  const table: object[] = [{ call: 'idle', ...rounded(idle) }];
  const slow: object[] = [];
  // Memory that the server keeps permanently after large bodies isn't part of a call's.
  for (const costly of COSTLY.startRun.slice(0, WARMING_UP)) {
    await ask(server.url, 'startRun', world, costly, bodyOf(costly, world));
  }
  const heldMb = await heldMemoryMb(server);
  for (const [name, list] of Object.entries(COSTLY) as [V1CallName, readonly Costly[]][]) {
    for (const costly of list) {
      const body = bodyOf(costly, world);
      let best: ServerLoad | undefined;
      const attempts = costly.isDoneOnce === true ? 1 : ATTEMPTS;
      for (let i = 0; i < attempts && (best === undefined || best.longestBlockMs > LONGEST_GAP_MS); i++) {
        let status = 0;
        const load = await measureServerLoad(server, async () => {
          status = await ask(server.url, name, world, costly, body);
        });
        if (i === 0) expect.soft(status, `${name}: ${costly.what}`).toBe(costly.status);
        if (best === undefined || load.longestBlockMs < best.longestBlockMs) best = load;
      }
      if (best === undefined) continue;
      const bytes = body === null ? 0 : body.length;
      const row = { call: name, what: costly.what, bytes, ...rounded(best) };
      table.push(row);
      if (best.longestBlockMs > LONGEST_GAP_MS) slow.push(row);
    }
  }
  if (process.env['SHOW_COSTS'] !== undefined) console.table(table);
  expect(slow).toEqual([]);
  await expect.poll(async () => (await heldMemoryMb(server)) - heldMb).toBeLessThan(KEPT_MB);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

function rounded({ longestGapMs, longestBlockMs, cpuMs, peakMb }: ServerLoad): object {
  return { gapMs: Math.round(longestGapMs), blockMs: Math.round(longestBlockMs), cpuMs, peakMb: Math.round(peakMb) };
}

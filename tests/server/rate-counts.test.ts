import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DatabaseAway } from '#server/core/database/faults.ts';
import { writeLogOf } from '#server/core/database/write-log.ts';
import { databasePlace, openDatabase, type Db } from '#server/core/database/open-database.ts';
import { createSharedCounts, type SharedCounts } from '#server/http/rate-counts.ts';
import { createTestFolder, createTestServer } from './create-test-server.ts';

const MINUTE_MS = 60_000;

interface Processes {
  readonly db: Db;
  /** The counts of two server processes. */
  readonly one: SharedCounts;
  readonly other: SharedCounts;
  readonly wait: (ms: number) => void;
}

async function createProcesses(): Promise<Processes> {
  const { server } = await createTestServer();
  const { db } = server.services;
  let time = Date.now();
  const [one, other] = [createSharedCounts(db, () => time), createSharedCounts(db, () => time)];
  onTestFinished(async () => {
    await Promise.all([one.stop(), other.stop()]);
  });
  return { db, one, other, wait: (ms) => (time += ms) };
}

function times(n: number, counts: SharedCounts, what: string, max: number): (number | null)[] {
  return Array.from({ length: n }, () => counts.count(what, max));
}

describe('requests that are counted for several processes', () => {
  test('are rejected by all of them once they exceed the limit together, until the minute is over', async () => {
    const { one, other, wait } = await createProcesses();
    expect(times(60, one, 'calls', 100)).toEqual(Array(60).fill(null));
    expect(times(40, other, 'calls', 100)).toEqual(Array(40).fill(null));
    await one.share();
    await other.share();
    wait(10_000);
    expect(other.count('calls', 100)).toBe(50);
    await one.share();
    // Nothing was counted here since: the others' counts are read with the next request.
    expect(one.count('calls', 100)).toBeNull();
    await one.share();
    expect(one.count('calls', 100)).toBe(50);
    expect(one.count('other calls', 100)).toBeNull();
    wait(MINUTE_MS);
    expect(one.count('calls', 100)).toBeNull();
    await one.share();
    expect(other.count('calls', 100)).toBeNull();
  });

  test('add up exactly, also with many kinds that both processes share at once', async () => {
    const { db, one, other } = await createProcesses();
    const kinds = Array.from({ length: 450 }, (_, i) => `kind ${i}`);
    for (const kind of kinds) {
      times(2, one, kind, 20);
      times(3, other, kind, 20);
    }
    await Promise.all([one.share(), other.share()]);
    for (const kind of kinds) one.count(kind, 20);
    await Promise.all([one.share(), other.share(), one.share()]);
    const rows = await db.selectFrom('rate_count').select('count').where('count', '=', 6).execute();
    expect(rows.length).toBe(kinds.length);
  });

  test('are not shared while they are few, and no answer waits for them', async () => {
    // Without a server, which writes when it starts.
    const { db, close } = await openDatabase(databasePlace(undefined, join(await createTestFolder(), 'counts.db')));
    const one = createSharedCounts(db, Date.now);
    onTestFinished(async () => {
      await one.stop();
      await close();
    });
    const before = writeLogOf(db).written();
    const rows = (): Promise<unknown[]> => db.selectFrom('rate_count').selectAll().execute();
    const there = (await rows()).length;
    times(4, one, 'few', 100);
    await one.share();
    expect(await rows()).toHaveLength(there);
    one.count('few', 100);
    await one.share();
    expect(await rows()).toHaveLength(there + 1);
    expect(writeLogOf(db).written()).toBe(before);
  });

  test('are shared later if the database is unavailable', async () => {
    const { db, other } = await createProcesses();
    let away = false;
    const failing: Pick<Db, 'insertInto'> = {
      insertInto(...args: Parameters<Db['insertInto']>) {
        if (away) throw new DatabaseAway('for the test');
        return db.insertInto(...args);
      },
    } as Pick<Db, 'insertInto'>;
    const one = createSharedCounts(failing as Db, Date.now);
    onTestFinished(() => one.stop());
    times(10, one, 'calls', 20);
    away = true;
    await expect(one.share()).rejects.toThrow(DatabaseAway);
    times(5, one, 'calls', 20);
    away = false;
    await one.share();
    other.count('calls', 20);
    await other.share();
    expect(times(5, other, 'calls', 20)).toEqual([null, null, null, null, expect.any(Number)]);
  });
});

import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { PRINT_RECORD_LIMITS, type PrintRecordDetail } from '#protocol/api.ts';
import type { Reading } from '#protocol/printing.ts';
import { createApiClient } from '#services/api/api-client.ts';
import { createRunRecords, type RunRecords } from '#services/storage/run-records.ts';
import type { PendingRunRecord, PendingRunRecords } from '#services/storage/pending-run-records.ts';
import { createSavedTemplate, createTestServer, createUser, type TestUser } from '#tests/server/create-test-server.ts';
import { createRunReading, createRunReport, createRunStart } from '#tests/server/print-run-factory.ts';

/** A connection that can be cut: before any request is sent, or before the answer of one call arrives. */
interface Line {
  cut: 'none' | 'requests' | LostAnswer;
  requests: string[];
}
const LOST_ANSWERS = ['addPrintRecord', 'endPrintRecord', 'userPrivateUserTem', 'addPrintReadings'] as const;
type LostAnswer = (typeof LOST_ANSWERS)[number];

interface Browser {
  readonly user: TestUser;
  readonly records: RunRecords;
  readonly line: Line;
  /** Pending attempts. */
  readonly waiting: (() => void)[];
  readonly kept: Map<string, PendingRunRecord>;
  /** The same browser, started again. */
  readonly restart: () => RunRecords;
}

async function createBrowser(readings: readonly Reading[] = []): Promise<Browser> {
  const { url } = await createTestServer();
  const user = await createUser(url, 'ana');
  const line: Line = { cut: 'none', requests: [] };
  const api = createApiClient({
    baseUrl: url,
    language: () => 'en',
    onSignedOut: () => undefined,
    fetch: async (input, init) => {
      if (line.cut === 'requests') throw new TypeError('cut');
      const name = new URL(input instanceof Request ? input.url : input).pathname.split('/').at(-1) ?? '';
      line.requests.push(name);
      const answer = await user.fetch(input, init);
      if (line.cut === name) throw new TypeError('cut');
      return answer;
    },
  });
  const kept = new Map<string, PendingRunRecord>();
  const pending: PendingRunRecords = {
    all: async () => [...kept.values()],
    get: async (jobId) => kept.get(jobId) ?? null,
    put: async (run) => void kept.set(run.start.job_id, structuredClone(run)),
    delete: async (jobId) => void kept.delete(jobId),
  };
  const waiting: (() => void)[] = [];
  const restart = (): RunRecords =>
    createRunRecords({
      api,
      pending,
      owner: () => user.user.user_id,
      eachReadings: async (_jobId, take) => {
        take(readings);
        return true;
      },
      alone: (_userId, work) => work(),
      later: (again) => void waiting.push(again),
      now: () => 1_700_000_000_000,
    });
  return { user, records: restart(), line, waiting, kept, restart };
}

async function recordOf({ api }: TestUser, jobId = 'job-1'): Promise<PrintRecordDetail> {
  return expectOk(await api.call('getPrintRecord', { job_id: jobId }));
}

const readings = (count: number, fields: (row: number) => Partial<Reading> = () => ({})): readonly Reading[] =>
  Array.from({ length: count }, (_, i) => ({ ...(createRunReading(i + 1) as Reading), ...fields(i + 1) }));

describe('a run', () => {
  test('is reported when it begins and when it ends, counts its template once, and leaves nothing behind', async () => {
    const { user, records, kept } = await createBrowser(readings(3));
    const { id } = await createSavedTemplate(user, 'Tag');
    await records.begin(createRunStart({ template_id: id }));
    expect(await recordOf(user)).toMatchObject({ state: 'started' });
    expect([...kept.keys()]).toEqual(['job-1']);
    await records.end(createRunReport());
    await records.end(createRunReport());
    expect(await recordOf(user)).toMatchObject({
      state: 'finished',
      readings: { total: 3, kept: 3, parts: [0] },
      template: { use_num: 1 },
    });
    expect([...kept.keys()]).toEqual([]);
  });

  test('without printed labels does not count', async () => {
    const { user, records } = await createBrowser();
    const { id } = await createSavedTemplate(user, 'Tag');
    await records.begin(createRunStart({ template_id: id }));
    await records.end(createRunReport({ outcome: 'failed', sent: 0 }));
    expect(await recordOf(user)).toMatchObject({ state: 'failed', template: { use_num: 0 } });
  });

  test('of a common template makes the two calls for those', async () => {
    const { user, records, line } = await createBrowser();
    const { id } = await createSavedTemplate(user, 'Tag');
    await records.begin(createRunStart({ template_id: id, template_type: 'common' }));
    await records.end(createRunReport());
    expect(line.requests).toEqual(['addPrintRecord', 'endPrintRecord', 'addDowTem', 'userUseTem']);
  });
});

describe('without the server', () => {
  test.each(['requests', ...LOST_ANSWERS] as const)(
    'the run is kept and reported later, once: lost before, %s',
    async (cut) => {
      const { user, records, line, waiting, kept } = await createBrowser(readings(2));
      const { id } = await createSavedTemplate(user, 'Tag');
      line.cut = cut;
      await records.begin(createRunStart({ template_id: id }));
      await records.end(createRunReport());
      if (cut !== 'addPrintRecord') {
        // One attempt waits, after any number of failed ones.
        for (let i = 0; i < 3; i++) expect(await records.sync()).toBe(false);
        expect([...kept.keys()]).toEqual(['job-1']);
      }
      expect(waiting).toHaveLength(1);
      line.cut = 'none';
      expect(await records.sync()).toBe(true);
      expect(await recordOf(user)).toMatchObject({
        state: 'finished',
        readings: { total: 2, kept: 2 },
        template: { use_num: 1 },
      });
      expect([...kept.keys()]).toEqual([]);
    },
  );

  test('a browser that was closed meanwhile reports it at its next start', async () => {
    const { user, records, line, restart } = await createBrowser();
    line.cut = 'requests';
    await records.begin(createRunStart());
    await records.end(createRunReport());
    line.cut = 'none';
    expect(await restart().sync()).toBe(true);
    expect((await recordOf(user)).state).toBe('finished');
  });

  test('a browser that was killed during the run leaves it as not ended', async () => {
    const { user, records, line, restart, kept } = await createBrowser();
    await records.begin(createRunStart());
    line.requests.length = 0;
    expect(await restart().sync()).toBe(true);
    expect(line.requests).toEqual([]);
    expect((await recordOf(user)).state).toBe('started');
    // It may still be continued.
    expect([...kept.keys()]).toEqual(['job-1']);
  });

  test('a run that never ended is not kept forever', async () => {
    const { records, restart, kept } = await createBrowser();
    await records.begin(createRunStart({ started_at: 1_600_000_000_000 }));
    await restart().sync();
    expect([...kept.keys()]).toEqual([]);
  });

  test('a run that the server never accepts does not block others', async () => {
    const { user, records, kept } = await createBrowser();
    await records.begin({ ...createRunStart({ job_id: 'bad' }), printer: 'x'.repeat(10_000) });
    await records.begin(createRunStart({ job_id: 'good' }));
    await records.end(createRunReport({ jobId: 'bad' }));
    await records.end(createRunReport({ jobId: 'good' }));
    expect((await recordOf(user, 'good')).state).toBe('finished');
    expect([...kept.keys()]).toEqual([]);
  });
});

describe('the readings of a large run', () => {
  test('are sent in parts that the server accepts, first those that need attention', async () => {
    const count = PRINT_RECORD_LIMITS.readings + 5000;
    const { user, records } = await createBrowser(
      readings(count, (row) => (row % 5000 === 0 ? { printed: false, grade: 'F' } : {})),
    );
    await records.begin(createRunStart());
    await records.end(createRunReport());
    const record = await recordOf(user);
    expect(record.readings).toMatchObject({ total: count, kept: PRINT_RECORD_LIMITS.readings });
    const last = record.readings.parts.at(-1) ?? 0;
    const part = expectOk(await user.api.call('getPrintReadings', { job_id: 'job-1', part: last }));
    expect(part.readings.at(-1)).toMatchObject({ row: count, printed: false });
  });

  test('are shortened when a text is longer than the server accepts', async () => {
    const long = '标'.repeat(10_000);
    const { user, records } = await createBrowser(
      readings(300, () => ({
        expected: long,
        decoded: long,
        reasons: [{ code: 'symbol.quietZone', params: { content: long } }],
      })),
    );
    await records.begin(createRunStart());
    await records.end(createRunReport());
    const record = await recordOf(user);
    expect(record.readings.kept).toBe(300);
    const part = expectOk(await user.api.call('getPrintReadings', { job_id: 'job-1', part: 0 }));
    expect(part.readings[0]?.expected).toHaveLength(PRINT_RECORD_LIMITS.text);
  });
});

import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, CALLS, PRINT_RECORD_LIMITS } from '#protocol/api.ts';
import {
  createSavedTemplate,
  createTestFolder,
  createTestServer,
  createUser,
  createVisitor,
  PASSWORD,
  type TestUser,
  pageHeaderLines,
} from './create-test-server.ts';
import { createRunEnd, createRunReading, createRunStart } from './print-run-factory.ts';

async function listed({ api }: TestUser, query = {}): Promise<readonly string[]> {
  return expectOk(await api.call('printRecordList', query)).list.map((record) => record.job_id);
}

async function createReader(options: Parameters<typeof createTestServer>[0] = {}): Promise<{
  readonly user: TestUser;
  readonly url: string;
  readonly db: Awaited<ReturnType<typeof createTestServer>>['server']['services']['db'];
}> {
  const { url, server } = await createTestServer(options);
  return { url, user: await createUser(url, 'ana'), db: server.services.db };
}

describe('the record of a run', () => {
  test('has its start, and then its end, with its report and choices', async () => {
    const { user } = await createReader();
    const template = await createSavedTemplate(user, 'Price tag');
    const start = createRunStart({ template_id: template.id });
    expectOk(await user.api.call('beginPrintRecord', start));
    const begun = expectOk(await user.api.call('getPrintRecord', { job_id: 'job-1' }));
    expect(begun).toMatchObject({ ...start, state: 'started', sent: 0, ended_at: null, report: null });
    expect(begun.template).toEqual(template);

    const end = createRunEnd({ template_id: template.id });
    expectOk(await user.api.call('endPrintRecord', end));
    const ended = expectOk(await user.api.call('getPrintRecord', { job_id: 'job-1' }));
    expect(ended).toMatchObject({
      ...start,
      state: 'finished',
      asked: 20,
      sent: 18,
      refused: 2,
      grades: { A: 16, B: 2, C: 0, D: 0, F: 2 },
      ended_at: 1_700_000_060_000,
      report: end.report,
      has_template: true,
    });
  });

  test('names the run whose labels were reprinted', async () => {
    const { user } = await createReader();
    const repeats = { jobId: 'job-0', startedAt: 1_600_000_000_000 };
    const { settings } = createRunStart();
    expectOk(await user.api.call('beginPrintRecord', createRunStart({ settings: { ...settings, repeats } })));
    expectOk(await user.api.call('endPrintRecord', createRunEnd({}, { repeats })));
    const kept = expectOk(await user.api.call('getPrintRecord', { job_id: 'job-1' }));
    expect([kept.settings.repeats, kept.report?.repeats]).toEqual([repeats, repeats]);
  });

  test('is complete when only its end arrives, and a second report changes nothing', async () => {
    const { user } = await createReader();
    expectOk(await user.api.call('endPrintRecord', createRunEnd()));
    expectOk(await user.api.call('beginPrintRecord', createRunStart({ name: 'Late' })));
    expectOk(await user.api.call('endPrintRecord', createRunEnd({}, { outcome: 'failed', sent: 0 })));
    expect(expectOk(await user.api.call('printRecordList', {})).list).toMatchObject([
      { name: 'Price tag', state: 'finished', sent: 18 },
    ]);
  });

  test('is stored once, however many reports arrive at once', async () => {
    const { user } = await createReader();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i % 2 === 0
          ? user.api.call('endPrintRecord', createRunEnd())
          : user.api.call('beginPrintRecord', createRunStart()),
      ),
    );
    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect(await listed(user)).toEqual(['job-1']);
    expect(expectOk(await user.api.call('getPrintRecord', { job_id: 'job-1' })).state).toBe('finished');
  });

  test('belongs to its user, also when another user has a job with the same name', async () => {
    const { user, url } = await createReader();
    const other = await createUser(url, 'other');
    expectOk(await user.api.call('endPrintRecord', createRunEnd()));
    expectOk(await user.api.call('addPrintReadings', { job_id: 'job-1', part: 0, readings: [createRunReading(2)] }));
    expect(await listed(other)).toEqual([]);
    for (const refused of [
      await other.api.call('getPrintRecord', { job_id: 'job-1' }),
      await other.api.call('getPrintReadings', { job_id: 'job-1', part: 0 }),
      await other.api.call('addPrintReadings', { job_id: 'job-1', part: 1, readings: [] }),
      await other.api.call('deletePrintRecord', { job_id: 'job-1' }),
    ]) {
      expect(refused).toMatchObject({ ok: false, error: { apiCode: API_CODES.notFound } });
    }
    expectOk(await other.api.call('endPrintRecord', createRunEnd({ name: 'Mine' }, { outcome: 'cancelled' })));
    expectOk(await other.api.call('deletePrintRecord', { job_id: 'job-1' }));
    expect(expectOk(await user.api.call('printRecordList', {})).list).toMatchObject([
      { name: 'Price tag', state: 'finished' },
    ]);
    expect(expectOk(await user.api.call('getPrintReadings', { job_id: 'job-1', part: 0 })).readings).toHaveLength(1);
  });

  test('is kept when its template is deleted, and says so', async () => {
    const { user } = await createReader();
    const template = await createSavedTemplate(user, 'Price tag');
    expectOk(await user.api.call('endPrintRecord', createRunEnd({ template_id: template.id })));
    expectOk(await user.api.call('deleteTemplate', { id: template.id }));
    const kept = expectOk(await user.api.call('getPrintRecord', { job_id: 'job-1' }));
    expect(kept).toMatchObject({ name: 'Price tag', has_template: false, template: null });
    expect(expectOk(await user.api.call('printRecordList', {})).list[0]?.has_template).toBe(false);
  });

  test('does not name another user’s template', async () => {
    const { user, url } = await createReader();
    const other = await createUser(url, 'other');
    const theirs = await createSavedTemplate(other, 'Theirs');
    expectOk(await user.api.call('endPrintRecord', createRunEnd({ template_id: theirs.id })));
    expect(expectOk(await user.api.call('getPrintRecord', { job_id: 'job-1' })).template).toBeNull();
    expect(expectOk(await user.api.call('printRecordList', {})).list[0]?.has_template).toBe(false);
  });

  test('is deleted with its user, including its readings', async () => {
    const { user, db } = await createReader();
    expectOk(await user.api.call('endPrintRecord', createRunEnd()));
    expectOk(await user.api.call('addPrintReadings', { job_id: 'job-1', part: 0, readings: [createRunReading(2)] }));
    await db.deleteFrom('user').where('id', '=', user.user.user_id).execute();
    expect(await db.selectFrom('print_record').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('print_reading').selectAll().execute()).toEqual([]);
  });

  test('survives a restart of the server', async () => {
    const dataDir = await createTestFolder();
    const first = await createTestServer({ dataDir });
    const user = await createUser(first.url, 'ana');
    expectOk(await user.api.call('endPrintRecord', createRunEnd()));
    await first.server.close();
    const { url } = await createTestServer({ dataDir });
    const again = createVisitor(url);
    expectOk(await again.api.call('login', { account: 'ana', password: PASSWORD }));
    expect(expectOk(await again.api.call('printRecordList', {})).count).toBe(1);
  });
});

describe('an invalid record', () => {
  test('is rejected by name, and nothing of it is stored', async () => {
    const { user } = await createReader();
    const bad: readonly object[] = [
      createRunStart({ job_id: '../x' }),
      createRunStart({ started_at: -1 }),
      createRunStart({ name: 'x'.repeat(PRINT_RECORD_LIMITS.name + 1) }),
      { ...createRunStart(), settings: {} },
      {},
    ];
    for (const input of bad) {
      const refused = await user.api.call('beginPrintRecord', input as ReturnType<typeof createRunStart>);
      expect(refused).toMatchObject({ ok: false, error: { apiCode: API_CODES.invalid } });
    }
    const ofAnother = { ...createRunEnd(), job_id: 'job-2' };
    expect(await user.api.call('endPrintRecord', ofAnother)).toMatchObject({
      ok: false,
      error: { apiCode: API_CODES.invalid, path: 'report' },
    });
    const tooMany = Array.from({ length: PRINT_RECORD_LIMITS.readingsInPart + 1 }, (_, i) => createRunReading(i));
    expectOk(await user.api.call('beginPrintRecord', createRunStart({ job_id: 'good' })));
    expect(await user.api.call('addPrintReadings', { job_id: 'good', part: 0, readings: tooMany })).toMatchObject({
      ok: false,
      error: { apiCode: API_CODES.invalid },
    });
    expect(await listed(user)).toEqual(['good']);
  });

  test('half a request stores nothing', async () => {
    const { user, url } = await createReader();
    const { hostname, port } = new URL(url);
    const body = JSON.stringify(createRunEnd());
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve) => {
      socket.once('connect', () => {
        socket.end(
          `POST ${CALLS.endPrintRecord.path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${pageHeaderLines(user)}` +
            `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, body.length / 2)}`,
        );
      });
      socket.once('close', () => resolve());
      socket.on('error', () => undefined);
      socket.resume();
    });
    expect(await listed(user)).toEqual([]);
  });

  test('a request from another site is rejected', async () => {
    const { user } = await createReader();
    const answer = await user.fetch(CALLS.endPrintRecord.path, {
      method: 'POST',
      body: JSON.stringify(createRunEnd()),
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(API_CODES.forbidden);
    expect(await listed(user)).toEqual([]);
  });
});

describe('the list', () => {
  const HOUR_MS = 3_600_000;
  const START_MS = 1_700_000_000_000;

  test('returns the latest first, page by page', async () => {
    const { user } = await createReader();
    for (const n of [3, 1, 5, 2, 4]) {
      const start = createRunStart({ job_id: `job-${n}`, started_at: START_MS + n * HOUR_MS });
      expectOk(await user.api.call('beginPrintRecord', start));
    }
    const first = expectOk(await user.api.call('printRecordList', { size: 2 }));
    expect(first).toMatchObject({ count: 5, list: [{ job_id: 'job-5' }, { job_id: 'job-4' }] });
    expect(await listed(user, { size: 2, page: 3 })).toEqual(['job-1']);
    expect(await listed(user, { from: START_MS + 2 * HOUR_MS, before: START_MS + 4 * HOUR_MS })).toEqual([
      'job-3',
      'job-2',
    ]);
  });

  test('finds by label, printer and data in any case, and by printer and state exactly', async () => {
    const { user } = await createReader();
    const data = [{ file: 'Äpfel_100%.csv', sheet: '', connection: 'sha256:1' }];
    expectOk(await user.api.call('beginPrintRecord', createRunStart({ job_id: 'a', name: 'Цена', data: [] })));
    expectOk(await user.api.call('beginPrintRecord', createRunStart({ job_id: 'b', printer: 'Zebra 4', data })));
    expectOk(await user.api.call('endPrintRecord', createRunEnd({ job_id: 'c', data: [] }, { outcome: 'failed' })));
    expect(await listed(user, { search: 'цЕн' })).toEqual(['a']);
    expect(await listed(user, { search: ' zebra ' })).toEqual(['b']);
    expect(await listed(user, { search: 'äPFEL_100%' })).toEqual(['b']);
    expect(await listed(user, { search: '_' })).toEqual(['b']);
    expect(await listed(user, { search: '%price' })).toEqual([]);
    expect(await listed(user, { printer: 'Zebra 4' })).toEqual(['b']);
    expect(await listed(user, { printer: 'zebra' })).toEqual([]);
    expect(await listed(user, { state: 'failed' })).toEqual(['c']);
    expect(await listed(user, { state: 'started', search: 'price' })).toEqual(['b']);
    expect(expectOk(await user.api.call('printRecordList', { state: 'failed' })).printers).toEqual([
      'Folder',
      'Zebra 4',
    ]);
  });
});

describe('the history is limited', () => {
  test('the oldest runs are deleted, and no run is rejected', async () => {
    const { user, db } = await createReader({ accountLimits: { maxPrintRecords: 3 } });
    for (const n of [2, 1, 3, 4, 5]) {
      const input = createRunEnd({ job_id: `job-${n}`, started_at: n });
      expectOk(await user.api.call('endPrintRecord', input));
      await user.api.call('addPrintReadings', { job_id: `job-${n}`, part: 0, readings: [createRunReading(1)] });
    }
    expect(await listed(user)).toEqual(['job-5', 'job-4', 'job-3']);
    expect(await db.selectFrom('print_reading').select('job_id').orderBy('job_id').execute()).toEqual([
      { job_id: 'job-3' },
      { job_id: 'job-4' },
      { job_id: 'job-5' },
    ]);
  });

  test('readings of the oldest runs are deleted first, and their reports are kept', async () => {
    const { user } = await createReader({ accountLimits: { printReadingBytes: 4000 } });
    const readings = Array.from({ length: 200 }, (_, i) => createRunReading(i, Math.random().toString(36)));
    for (const n of [1, 2, 3]) {
      expectOk(await user.api.call('endPrintRecord', createRunEnd({ job_id: `job-${n}`, started_at: n })));
      expectOk(
        await user.api.call('addPrintReadings', { job_id: `job-${n}`, part: 0, readings: readings.slice(0, 60) }),
      );
    }
    const kept = await Promise.all(
      [1, 2, 3].map(async (n) => expectOk(await user.api.call('getPrintRecord', { job_id: `job-${n}` })).readings.kept),
    );
    expect(kept[0]).toBe(0);
    expect(kept[2]).toBe(60);
    expect(expectOk(await user.api.call('getPrintRecord', { job_id: 'job-1' })).report).not.toBeNull();
  });

  test('a part is stored once and returned unchanged', async () => {
    const { user, db } = await createReader();
    const readings = Array.from({ length: PRINT_RECORD_LIMITS.readingsInPart }, (_, i) => createRunReading(i));
    expectOk(await user.api.call('endPrintRecord', createRunEnd()));
    for (const part of [1, 0, 1]) {
      expectOk(await user.api.call('addPrintReadings', { job_id: 'job-1', part, readings }));
    }
    expect(expectOk(await user.api.call('getPrintRecord', { job_id: 'job-1' })).readings).toMatchObject({
      kept: 2 * readings.length,
      parts: [0, 1],
    });
    expect(expectOk(await user.api.call('getPrintReadings', { job_id: 'job-1', part: 1 })).readings).toEqual(readings);
    const { bytes } = await db
      .selectFrom('print_reading')
      .select('bytes')
      .where('part', '=', 0)
      .executeTakeFirstOrThrow();
    expect(bytes).toBeLessThan(JSON.stringify(readings).length / 5);
  });
});

describe('the counts of a template', () => {
  test('include each run once, also when ten report it at once', async () => {
    const { user } = await createReader();
    const { id } = await createSavedTemplate(user, 'Mine');
    for (const job_id of ['one', 'two']) {
      expectOk(await user.api.call('endPrintRecord', createRunEnd({ job_id, template_id: id })));
      await Promise.all(Array.from({ length: 10 }, () => user.api.call('countCloudUse', { id, job_id })));
    }
    expect(expectOk(await user.api.call('getTemplate', { id })).use_num).toBe(2);
    // The specification's own call names no run and counts each time.
    expect(expectOk(await user.api.call('countCloudUse', { id, user_id: user.user.user_id })).use_num).toBe(3);
  });

  test('of a common template increase with all users’ prints, of a private one with its user’s only', async () => {
    const { user, url, db } = await createReader();
    const { id } = await createSavedTemplate(user, 'Shared');
    const other = await createUser(url, 'other');
    expect((await other.api.call('countCommonUse', { id })).ok).toBe(false);
    expect((await other.api.call('countDownload', { id })).ok).toBe(false);
    await db.updateTable('template').set({ common: 1 }).where('id', '=', id).execute();
    expectOk(await other.api.call('endPrintRecord', createRunEnd({ template_id: id, template_type: 'common' })));
    for (let i = 0; i < 2; i++) {
      expect(expectOk(await other.api.call('countDownload', { id, job_id: 'job-1' })).use_num).toBe(i === 0 ? 0 : 1);
      expect(expectOk(await other.api.call('countCommonUse', { id, job_id: 'job-1' })).use_num).toBe(1);
    }
    expect(await db.selectFrom('template').select(['use_count', 'download_count']).executeTakeFirst()).toEqual({
      use_count: 1,
      download_count: 1,
    });
    // It still belongs to its user: nobody else counts it as a template of their own.
    expect((await other.api.call('countCloudUse', { id })).ok).toBe(false);
  });
});

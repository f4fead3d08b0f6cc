import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, CLOUD_TYPES, type SaveScheduleInput } from '#protocol/api.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { bindTestAssistant } from './bound-assistant.ts';
import { uploadCloudFile } from './cloud-uploads.ts';
import { createTestServer, createUser, type TestUser } from './create-test-server.ts';
import { asking, saveLabel, tokenOf, type Run } from './v1-program.ts';

type Asked = Omit<SaveScheduleInput, 'run'> & { readonly run: SaveScheduleInput['run'] };

async function create() {
  const server = await createTestServer();
  const owner = await createUser(server.url, 'owner');
  const template = await saveLabel(owner, await createRenderFolder());
  const ask = asking(server.url, await tokenOf(owner));
  const run = {
    template,
    source: { type: 'none' },
    where: [],
    format: 'zpl',
    printer: '',
    copies: 2,
    minimum_grade: 'B',
  } as const satisfies SaveScheduleInput['run'];
  const asked: Asked = {
    name: ' Mornings ',
    cron: '0 6 * * 1-5',
    zone: 'Europe/Madrid',
    trigger: 'none',
    new_address: false,
    run,
  };
  return { server, owner, template, ask, asked };
}

const save = async (user: TestUser, asked: Asked) => expectOk(await user.api.call('saveSchedule', asked));
const requestOf = async (ask: Awaited<ReturnType<typeof create>>['ask'], id: string): Promise<object> =>
  ((await (await ask(`/v1/schedules/${id}`)).json()) as { run: object }).run;

async function storeSheet(user: TestUser, name: string): Promise<string> {
  const [folder] = expectOk(await user.api.call('cloudDataList', { type: CLOUD_TYPES.spreadsheets })).list;
  const bytes = Buffer.from('name,code\nTea,A-1\n');
  return expectOk(await uploadCloudFile(user, { tid: folder?.id ?? '', name, bytes })).id;
}

describe('a schedule created on a screen', () => {
  test('is the one that programs see, can be changed, and shows its settings', async () => {
    const { owner, template, ask, asked } = await create();
    const { id, ...secrets } = await save(owner, asked);
    expect(secrets).toEqual({ trigger_path: '', signing_key: '' });
    expect(await (await ask(`/v1/schedules/${id}`)).json()).toMatchObject({
      name: 'Mornings',
      cron: '0 6 * * 1-5',
      zone: 'Europe/Madrid',
      format: 'zpl',
      printer: null,
      run: { template, format: 'zpl', copies: 2, minimum_grade: 'B' },
    });
    const sheet = await storeSheet(owner, 'goods.csv');
    const where = [{ column: 'name', test: 'is', value: 'tea' }] as const;
    const source = { type: 'spreadsheet', id: sheet, sheet: '' } as const;
    await save(owner, {
      ...asked,
      id,
      name: 'Evenings',
      cron: '',
      trigger: 'open',
      run: { ...asked.run, source, where: [...where] },
    });
    const shown = expectOk(await owner.api.call('getSchedule', { id }));
    expect(shown.run).toEqual({ ...asked.run, source, where });
    expect(shown.schedule).toMatchObject({
      name: 'Evenings',
      cron: '',
      next_time: '',
      trigger: 'open',
      template: 'Bound',
    });
    const events = expectOk(await owner.api.call('getAuditLog', {})).list.map(({ event }) => event);
    expect(events.filter((event) => event.startsWith('schedule'))).toEqual(['scheduleChanged', 'scheduleAdded']);
  });

  test('has an address that is shown once and kept until it is replaced', async () => {
    const { server, owner, asked } = await create();
    const open = await save(owner, { ...asked, trigger: 'open' });
    expect(open.trigger_path).toMatch(/^\/v1\/triggers\/lwh_[\w-]{43}$/);
    const trigger = async (path: string): Promise<number> =>
      (await fetch(server.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }))
        .status;
    const { id } = open;
    expect(await save(owner, { ...asked, id, name: 'Other', trigger: 'open' })).toMatchObject({ trigger_path: '' });
    expect(await trigger(open.trigger_path)).toBe(202);
    const other = await save(owner, { ...asked, id, trigger: 'open', new_address: true });
    expect(await trigger(open.trigger_path)).toBe(404);
    expect(await trigger(other.trigger_path)).toBe(202);
    const signed = await save(owner, { ...asked, id, trigger: 'signed' });
    expect(signed.signing_key).toMatch(/^whsec_/);
    expect(await trigger(signed.trigger_path)).toBe(401);
    expect(await save(owner, { ...asked, id, trigger: 'none' })).toMatchObject({ trigger_path: '', signing_key: '' });
    expect(await trigger(signed.trigger_path)).toBe(404);
  });

  test('keeps fields that a program has set and no screen shows', async () => {
    const { owner, template, ask, asked } = await create();
    const request = {
      template,
      version: 1,
      format: 'zpl',
      dpi: 600,
      rows: [{ name: 'Tea', code: 'A-1' }],
      choose: '1',
      priority: 'high',
      webhook: { url: 'https://example.com/', secret: `whsec_${'a'.repeat(40)}` },
    };
    const made = await ask('/v1/schedules', { name: 'Plan', cron: '0 * * * *', run: request });
    const { id } = (await made.json()) as { id: string };
    const { schedule, run } = expectOk(await owner.api.call('getSchedule', { id }));
    expect(run.source).toEqual({ type: 'kept' });
    const { name, cron, zone, trigger } = schedule;
    await save(owner, { id, name, cron, zone, trigger, new_address: false, run: { ...run, copies: 3 } });
    const { webhook: _, ...kept } = request;
    expect(await requestOf(ask, id)).toEqual({ ...kept, copies: 3, minimum_grade: 'C' });
    // With other rows and another target nothing is kept that belonged to the first.
    await save(owner, { ...asked, id, run: { ...asked.run, format: 'tspl' } });
    expect(await requestOf(ask, id)).toEqual({
      template,
      version: 1,
      priority: 'high',
      format: 'tspl',
      copies: 2,
      minimum_grade: 'B',
    });
    // Nothing was set, so nothing is kept.
    const none = await save(owner, { ...asked, run: { ...asked.run, source: { type: 'kept' } } });
    expect(await requestOf(ask, none.id)).not.toHaveProperty('rows');
  });

  test('fetches its rows from a web address, which a screen shows also where a program has set it', async () => {
    const { owner, template, ask, asked } = await create();
    const url = 'https://example.com/stock.xlsx?day=today';
    const made = await ask('/v1/schedules', {
      name: 'Plan',
      cron: '0 * * * *',
      run: { template, format: 'zpl', url, sheet: 'Goods', choose: '1' },
    });
    const { id } = (await made.json()) as { id: string };
    const { run } = expectOk(await owner.api.call('getSchedule', { id }));
    expect(run.source).toEqual({ type: 'url', url, sheet: 'Goods' });
    await save(owner, { ...asked, id, run });
    expect(await requestOf(ask, id)).toMatchObject({ url, sheet: 'Goods', choose: '1' });
    // The selection of rows belongs to the file at the old address.
    const other = 'https://example.com/other.csv';
    await save(owner, { ...asked, id, run: { ...run, source: { type: 'url', url: other, sheet: '' } } });
    const changed = await requestOf(ask, id);
    expect(changed).toMatchObject({ url: other });
    expect(changed).not.toHaveProperty('choose');
    expect(changed).not.toHaveProperty('sheet');
  });

  test('is rejected at the invalid field, and accepts only its owner’s things', async () => {
    const { server, owner, asked } = await create();
    const other = await createUser(server.url, 'other');
    const { id: assistant } = await bindTestAssistant(server.url, other);
    expect(assistant).not.toBe('');
    const sheet = await storeSheet(other, 'goods.csv');
    const { run } = asked;
    const wrong: readonly [Asked, number, string][] = [
      [{ ...asked, cron: 'every day' }, API_CODES.invalid, 'cron'],
      [{ ...asked, cron: '*/2 * * * *' }, API_CODES.invalid, 'cron'],
      [{ ...asked, cron: '0 0 31 2 *' }, API_CODES.invalid, 'cron'],
      [{ ...asked, cron: '' }, API_CODES.invalid, 'cron'],
      [{ ...asked, zone: 'Mars/Base' }, API_CODES.invalid, 'zone'],
      [{ ...asked, name: ' ' }, API_CODES.invalid, 'name'],
      [{ ...asked, run: { ...run, template: 'none' } }, API_CODES.notFound, 'run.template'],
      [{ ...asked, run: { ...run, format: '' } }, API_CODES.invalid, 'run.format'],
      [{ ...asked, run: { ...run, printer: 'none' } }, API_CODES.invalid, 'run.printer'],
      [{ ...asked, run: { ...run, format: '', printer: 'none' } }, API_CODES.invalid, 'run.printer'],
      [
        { ...asked, run: { ...run, source: { type: 'spreadsheet', id: sheet, sheet: '' } } },
        API_CODES.notFound,
        'run.spreadsheet',
      ],
      [
        { ...asked, run: { ...run, source: { type: 'query', id: 'none', parameters: {} } } },
        API_CODES.notFound,
        'run.query',
      ],
      ...['ftp://example.com/goods.csv', 'https://a:b@example.com/goods.csv', 'goods.csv'].map(
        (url): [Asked, number, string] => [
          { ...asked, run: { ...run, source: { type: 'url', url, sheet: '' } } },
          API_CODES.invalid,
          'run.url',
        ],
      ),
      [{ ...asked, run: { ...run, copies: 0 } }, API_CODES.invalid, 'run.copies'],
    ];
    for (const [input, apiCode, path] of wrong) {
      expect([path, await owner.api.call('saveSchedule', input)]).toMatchObject([
        path,
        { ok: false, error: { apiCode, path } },
      ]);
    }
    expect(expectOk(await owner.api.call('scheduleList', {})).count).toBe(0);
    const mine = await save(owner, asked);
    const taken = await other.api.call('saveSchedule', { ...asked, id: mine.id, name: 'Mine' });
    expect(taken).toMatchObject({ ok: false, error: { apiCode: API_CODES.notFound } });
    expect(await other.api.call('getSchedule', { id: mine.id })).toMatchObject({
      error: { apiCode: API_CODES.notFound },
    });
    // Ten at once see each other: one of a hundred is left.
    const { db } = server.server.services;
    const row = await db.selectFrom('schedule').selectAll().executeTakeFirstOrThrow();
    expect(row.name).toBe('Mornings');
    for (let i = 1; i < 99; i++)
      await db
        .insertInto('schedule')
        .values({ ...row, id: `more ${i}` })
        .execute();
    const ten = await Promise.all(Array.from({ length: 10 }, () => owner.api.call('saveSchedule', asked)));
    expect(ten.filter(({ ok }) => ok)).toHaveLength(1);
    // Half a request is rejected.
    const half = await owner.fetch('/interface/api/tem.app_public/saveSchedule', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...asked, id: mine.id, name: 'Half' }).slice(0, -20),
    });
    expect(((await half.json()) as { code: number }).code).not.toBe(200);
    expect((await db.selectFrom('schedule').select('id').where('name', '=', 'Half').execute()).length).toBe(0);
  });

  test('prints on a printer of a bound assistant, which its list names', async () => {
    const { server, owner, asked } = await create();
    await bindTestAssistant(server.url, owner);
    const { db } = server.server.services;
    const printer = {
      id: 'label-printer',
      user_id: owner.user.user_id,
      identity: 'uuid 1',
      name: 'Warehouse',
      info: JSON.stringify({ name: 'Warehouse', state: 'idle', dpis: [203] }),
      holder: null,
      held_until: 0,
      created_at: 1,
      seen_at: 1,
    };
    await db.insertInto('printer').values(printer).execute();
    await save(owner, { ...asked, run: { ...asked.run, format: '', printer: printer.id } });
    const listed = async (): Promise<unknown> => expectOk(await owner.api.call('scheduleList', {})).list[0];
    expect(await listed()).toMatchObject({ format: '', printer: 'Warehouse', template: 'Bound' });
    await db.deleteFrom('printer').execute();
    expect(await listed()).toMatchObject({ format: '', printer: '' });
  });

  test('is started by its owner with its rows', async () => {
    const { owner, ask, asked } = await create();
    const source = { type: 'spreadsheet', id: await storeSheet(owner, 'goods.csv'), sheet: '' } as const;
    const { id } = await save(owner, { ...asked, run: { ...asked.run, source } });
    const { run } = expectOk(await owner.api.call('runSchedule', { id }));
    expect((await (await ask(`/v1/runs/${run}`)).json()) as Run).toMatchObject({ id: run, format: 'zpl' });
  });
});

test('the next times are those at which a schedule would start', async () => {
  const { owner, asked } = await create();
  const { times } = expectOk(await owner.api.call('scheduleTimes', { cron: asked.cron, zone: asked.zone }));
  expect(times).toHaveLength(3);
  expect(times.toSorted()).toEqual(times);
  const { id } = await save(owner, asked);
  expect(expectOk(await owner.api.call('getSchedule', { id })).schedule.next_time).toBe(times[0]);
  const wrong = await owner.api.call('scheduleTimes', { cron: '0 0 31 2 *', zone: 'UTC' });
  expect(wrong).toMatchObject({ ok: false, error: { path: 'cron' } });
  const tooOften = await owner.api.call('scheduleTimes', { cron: '*/4 * * * *', zone: 'UTC' });
  expect(tooOften).toMatchObject({ ok: false, error: { path: 'cron', message: expect.stringContaining('5 minutes') } });
  const nowhere = await owner.api.call('scheduleTimes', { cron: '0 0 * * *', zone: 'Mars/Base' });
  expect(nowhere).toMatchObject({ ok: false, error: { path: 'zone' } });
});

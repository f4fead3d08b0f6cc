import type { Server } from '#server/app.ts';
import type { LabelRunRow } from '#server/core/database/tables.ts';

/** Adds rows that other pages and devices create, or that exist only while something is in progress. */
export async function fillRows({ services: { db, queue } }: Server, id: string): Promise<void> {
  const own = { user_id: id, created_at: 1 };
  const passing = { user_id: id, expires_at: Date.now() + 60_000 };
  const identity = { issuer: 'https://id.example', subject: id, label: 'Gone' };
  await db
    .insertInto('external_identity')
    .values({ ...own, ...identity, provider: 'sso' })
    .execute();
  const visit = { state: 's', nonce: 'n', code_verifier: 'v', redirect_uri: 'https://labels.example', ...identity };
  await db
    .insertInto('third_party_visit')
    .values({ ...passing, ...visit, ticket_hash: `ticket ${id}`, provider: 'sso' })
    .execute();
  const key = { id: `key ${id}`, rp_id: 'localhost', public_key: 'AA', counter: 0, transports: '[]', name: 'Key' };
  await db
    .insertInto('passkey')
    .values({ ...own, ...key, used_at: null })
    .execute();
  await db
    .insertInto('passkey_challenge')
    .values({ ...passing, digest: `challenge ${id}` })
    .execute();
  await db.insertInto('recovery_code').values({ user_id: id, digest: 'digest' }).execute();
  await db
    .insertInto('sign_in_ticket')
    .values({ ...passing, token_hash: `ticket ${id}`, known: 0 })
    .execute();
  await db
    .insertInto('upload_reservation')
    .values({ ...own, id: `reserved ${id}`, bytes: 1 })
    .execute();
  await db
    .insertInto('net_fetch')
    .values({ id: `fetch ${id}`, user_id: id, started_at: 1, ended_at: 2 })
    .execute();
  await db
    .insertInto('space_grant')
    .values({ id: `grant ${id}`, user_id: id, bytes: 1, starts_at: 1, ends_at: Date.now() + 60_000 })
    .execute();
  const gift = { kind: 'member', bytes: 0, starts_at: 1, ends_at: 2, created_at: 1 } as const;
  await db
    .insertInto('membership_grant')
    .values({ ...gift, id: `gift ${id}`, user_id: id, source: 'operator', source_id: id })
    .execute();
  const order = {
    plan_id: 'month',
    plan: '{}',
    amount: 1,
    currency: 'CNY',
    provider: 'sandbox',
    state: 'paid',
  } as const;
  const times = { created_at: 1, expires_at: 2, asked_at: 1, paid_at: 1 };
  const ways = { provider_ref: '', qr: '', link: '', transaction_id: id.slice(-8) };
  await db
    .insertInto('member_order')
    .values({ ...order, ...times, ...ways, id: `order ${id.slice(-8)}`, user_id: id })
    .execute();
  const { key: kept } = await db
    .selectFrom('stored_file')
    .select('key')
    .where('user_id', '=', id)
    .limit(1)
    .executeTakeFirstOrThrow();
  const ended = { state: 'done', name: 'Secret.docx', ending: 'docx', problem: '', pages: 1, attempts: 1 } as const;
  const asked = { created_at: Date.now(), asked_at: Date.now(), started_at: Date.now() };
  await db
    .insertInto('document_conversion')
    .values({ ...ended, ...asked, id: `made ${id}`, user_id: id, source_key: null, result_key: kept, result_bytes: 1 })
    .execute();
  const run = { ...createOpenRun(), id: `run ${id}`, user_id: id };
  await db.insertInto('label_run').values(run).execute();
  const place = { generation: 0, first_label: 0, label_count: 1, done_count: null, page_count: 0, result_key: null };
  await db
    .insertInto('run_chunk')
    .values({ ...place, run_id: run.id })
    .execute();
  await db.insertInto('run_file').values({ run_id: run.id, file_key: kept, role: 'rows', place: 0 }).execute();
  const seen = { created_at: 1, seen_at: 1 };
  await db
    .insertInto('assistant_code')
    .values({ ...passing, code_hash: `code ${id}` })
    .execute();
  const bound = { id: `assistant ${id}`, user_id: id, name: 'Packing', token_hash: `token ${id}`, ...seen };
  await db
    .insertInto('assistant')
    .values({ ...bound, server: null, connection: null, connected_until: 0 })
    .execute();
  const printer = { id: `printer ${id}`, user_id: id, identity: 'uuid 1', name: 'Secret printer', info: '{}', ...seen };
  await db
    .insertInto('printer')
    .values({ ...printer, holder: null, held_until: 0 })
    .execute();
  await db
    .insertInto('assistant_printer')
    .values({ assistant_id: bound.id, printer_id: printer.id, name: 'Secret printer' })
    .execute();
  const printing = { state: 'open', page_count: 2, next_page: 2, printed: 0, assistant_id: bound.id } as const;
  await db
    .insertInto('print_job')
    .values({ ...printing, run_id: run.id, printer_id: printer.id, problem: null, created_at: 1 })
    .execute();
  const given = { state: 'given', assistant_id: bound.id, record: 'record' } as const;
  await db
    .insertInto('print_page')
    .values({ ...given, run_id: run.id, page: 1 })
    .execute();
  const plan = { name: 'Secret plan', request: '{}', webhook: null, language: 'en', cron: null, zone: 'UTC' } as const;
  const rests = { state: 'paused', next_at: null, retry_at: null, claimed_until: null, failures: 0 } as const;
  await db
    .insertInto('schedule')
    .values({
      ...plan,
      ...rests,
      id: `plan ${id}`,
      user_id: id,
      secret_hash: `digest ${id}`,
      signing: null,
      created_at: Date.now(),
      updated_at: Date.now(),
    })
    .execute();
  const fired = { due_at: 1, fired_at: Date.now(), missed: 0, run_id: run.id, outcome: 'done', problem: null } as const;
  await db
    .insertInto('schedule_firing')
    .values({ ...fired, schedule_id: `plan ${id}`, cause: `now ${id}` })
    .execute();
  const job = { lane: 'render', groupId: run.id, userId: id, level: 1 } as const;
  await db.transaction().execute((tx) => queue.enqueue(tx, [{ ...job, data: { type: 'plan', runId: run.id } }]));
}

/** A run that waits for a worker. */
export function createOpenRun(): Omit<LabelRunRow, 'id' | 'user_id'> {
  return {
    token_id: null,
    template_id: 'secret',
    template_name: 'Secret label',
    template_revision: 1,
    settings: '{}',
    format: 'zpl',
    state: 'planning',
    generation: 0,
    plan: null,
    total: 0,
    verified: 0,
    refused: 0,
    pages: 0,
    preview: 0,
    problem: null,
    idempotency_key: null,
    webhook: null,
    webhook_state: null,
    body_hash: '',
    paused_at: null,
    priority: 'normal',
    reprint_of: null,
    made: 0,
    render_ms: 0,
    bytes: 0,
    created_at: Date.now(),
    updated_at: Date.now(),
    finished_at: null,
    put_away_at: null,
  };
}

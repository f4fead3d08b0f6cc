import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import type { Db } from '#server/core/database/open-database.ts';
import type { Things } from './access-things.ts';

/** A name whose first 90 characters are the same for all, so that numbered names share a stem. */
const STEM = 'n'.repeat(90);

/** Places of things that exist many times, in addition to the single ones of `Things`. */
export interface Crowd {
  /** Two folders with templates of the same names. */
  readonly fullFolders: readonly [string, string];
  /** Templates of the first folder, whose names the second one has too. */
  readonly templateIds: readonly string[];
  readonly trashedIds: readonly string[];
  readonly cloudFileIds: readonly string[];
}

/**
 * Fills the account of the things' owner and the installation up to their limits, or to the size of a large
 * installation, directly in the database. SQLite only.
 */
export async function fillWorld(db: Db, things: Things): Promise<Crowd> {
  const owner = things.owner.user.user_id;
  const mine = `user_id = '${owner}'`;
  const copy = (table: string, where: string, count: number, columns: Readonly<Record<string, string>>) =>
    copyRows(db, table, where, count, columns);
  const template = `id = '${things.templateId}'`;
  const files = (kind: string, count: number, prefix: string): Promise<void> =>
    copy('stored_file', `${mine} and kind = '${kind}'`, count, { key: `'${prefix}' || i || '.png'`, bytes: '1000' });

  await copy('folder', mine, 48, { id: `'folder' || i`, name: `'Folder ' || i`, created_at: 'created_at + i' });
  await files('template', 12_000, 'file');
  for (const folder of [1, 2]) {
    const fields = { folder_id: `'folder${folder}'`, file_key: `'file' || (i + ${3000 * folder}) || '.png'` };
    const named = (name: string): Record<string, string> => ({ ...fields, name, name_search: name });
    await copy('template', template, 1000, { ...named(`'${STEM}' || printf('%05d', i)`), id: `'t${folder}-' || i` });
    await copy('template', template, 2000, { ...named(`'${STEM} (' || (i + 1) || ')'`), id: `'c${folder}-' || i` });
  }
  await copy('template', `id = '${things.trashedId}'`, 2400, {
    id: `'trash' || i`,
    name: `'/trash' || i`,
    trashed_name: `'${STEM}'`,
    folder_id: `'folder1'`,
    file_key: `'file' || i || '.png'`,
  });
  await sql`insert into template_version (template_id, revision, user_id, name, remark, width_mm, height_mm, blank_count,
      file_key, preview_key, saved_at)
    select id, 1000 + i, user_id, name, remark, width_mm, height_mm, blank_count, file_key, preview_key, saved_at
    from template, (with recursive n(i) as (select 1 union all select i + 1 from n where i < 4) select i from n)
    where user_id = ${owner}`.execute(db);
  await copy('template_version', `template_id = '${things.templateId}'`, 48, { revision: '100 + i' });
  await copy('counter', `template_id = '${things.templateId}'`, 990, { counter_id: `printf('c%07d', i)` });
  await copy('template_share', mine, 190, { id: `'share' || i`, secret_hash: `'share' || i` });
  await copy('common_template', mine, 5000, {
    id: `'common' || i`,
    state: `'approved'`,
    name: `'${STEM}' || i`,
    name_search: `'${STEM}' || i`,
    description: `'${'d'.repeat(500)}'`,
  });

  await copy('cloud_folder', `${mine} and type = 1`, 40, { id: `'cloud' || i`, name: `'Cloud ' || i` });
  await copy('cloud_folder', `${mine} and type = 1`, 1, { id: `'sheets' || i`, name: `'Sheets'`, type: '2' });
  await files('cloudImage', 30_000, 'cloud');
  await copy('cloud_file', mine, 29_970, {
    id: `'cloud' || i`,
    folder_id: `'cloud' || (1 + i / 999)`,
    name: `'${STEM}' || i || '.png'`,
    file_key: `'cloud' || i || '.png'`,
    thumbnail_key: 'null',
  });
  await files('font', 100, 'font');
  await copy('user_font', mine, 95, { id: `'font' || i`, family: `'Family ' || i`, file_key: `'font' || i || '.png'` });

  const packed = randomBytes(30_000).toString('base64');
  await copy('print_record', mine, 9_990, {
    job_id: `'many-' || i`,
    name: `'${STEM}' || i`,
    search: `'${'s'.repeat(5000)}' || i`,
    printer: `'Printer ' || (i % 300)`,
    started_at: 'started_at + i',
    data: `'${JSON.stringify(Array.from({ length: 20 }, () => DATA))}'`,
  });
  await copy('print_reading', mine, 199, { part: '1 + i', count: '400', bytes: '40000', readings: `'${packed}'` });
  await copy('print_reading', mine, 1200, {
    job_id: `'many-' || i`,
    count: '400',
    bytes: '40000',
    readings: `'${packed}'`,
  });

  await copy('session', mine, 30, { token_hash: `'session' || i` });
  await copy('api_token', mine, 40, { id: `'token' || i`, token_hash: `'token' || i` });
  await copy('passkey', mine, 15, { id: `'passkey' || i` });
  await copy('data_connection', mine, 45, { id: `'connection' || i`, name: `'Connection ' || i` });
  await copy('data_query', mine, 190, { id: `'query' || i`, name: `'Query ' || i`, query: `'${'q'.repeat(20_000)}'` });
  await copy('schedule', mine, 95, {
    id: `'schedule' || i`,
    secret_hash: `'schedule' || i`,
    request: `json_set(request, '$.rows', json('[{"text":"${'r'.repeat(900_000)}"}]'))`,
  });
  await copy('label_run', mine, 45, { id: `'run' || i` });
  await copy('assistant', mine, 90, { id: `'assistant' || i`, token_hash: `'assistant' || i` });
  await addPrinters(db, owner);
  await copy('feedback', '1', 490, { id: `'feedback' || i`, created_at: 'i', text: `'${'f'.repeat(2000)}'` });

  await copy('user', `id = '${owner}'`, 20_000, {
    id: `'user' || i`,
    user_name: `'crowd' || i`,
    user_name_key: `'crowd' || i`,
    user_name_look: `'crowd' || i`,
    created_at: 'created_at + i',
    nickname: `'${'k'.repeat(30)}' || i`,
  });
  await copy('audit_entry', mine, 100_000, {
    id: `'audit' || i`,
    at: 'at - i',
    user_id: `case when i % 5 = 0 then user_id else 'user' || (i % 20000) end`,
  });
  await copy('member_order', mine, 20_000, {
    id: `'order' || i`,
    transaction_id: `'paid' || i`,
    user_id: `'user' || i`,
    state: `'paid'`,
  });
  await copy('added_icon', '1', 950, { id: `'icon' || i`, svg: `svg || '<!--${'v'.repeat(60_000)}-->'` });
  await copy('announcement', '1', 190, { id: `'notice' || i` });
  for (const language of ['en', 'zh']) {
    await sql`insert into announcement_text (announcement_id, language, title, text)
      select id, ${language}, 'Title', ${'字'.repeat(2000)} from announcement where id like 'notice%'`.execute(db);
  }
  const articles = readdirSync('content/help/en').flatMap((file) => /^(?!210)(\d+)-.*\.md$/.exec(file)?.[1] ?? []);
  for (const id of articles) await copy('help_text', '1', 1, { article_id: `'${id}'` });

  const ids = (prefix: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
  return {
    fullFolders: ['folder1', 'folder2'],
    templateIds: ids('t1-', 1000),
    trashedIds: ids('trash', 1000),
    cloudFileIds: ids('cloud', 999),
  };
}

const DATA = { file: 'f'.repeat(100), sheet: 's'.repeat(100), connection: `sha256:${'a'.repeat(64)}` };

/** As many printers as an account may have, each reached through 20 assistants. */
async function addPrinters(db: Db, owner: string): Promise<void> {
  const info = JSON.stringify({ name: 'Office', state: 'idle', at: ['usb'], note: 'p'.repeat(10_000) });
  await sql`insert into printer (id, user_id, identity, name, info, holder, held_until, created_at, seen_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
    select 'printer' || i, ${owner}, 'own ' || i, 'Office ' || i, ${info}, null, 0, i, i from n`.execute(db);
  await sql`insert into assistant_printer (assistant_id, printer_id, name)
    select a.id, p.id, p.name from printer p, assistant a
    where p.id like 'printer%' and a.id like 'assistant%' and length(a.id) = 11 and substr(a.id, 10) between '10' and '29'`.execute(
    db,
  );
}

/**
 * Copies a row many times. `columns` are SQLite expressions for differing columns, in which `i` counts from 1; every
 * other column is copied.
 */
async function copyRows(
  db: Db,
  table: string,
  where: string,
  count: number,
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
  const names = rows.map(({ name }) => `"${name}"`).join(', ');
  const values = rows.map(({ name }) => columns[name] ?? `"${name}"`).join(', ');
  const one = `select * from "${table}" where ${where} limit 1`;
  const counting = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const { numAffectedRows } = await sql
    .raw(`insert into "${table}" (${names}) ${counting} select ${values} from n, (${one})`)
    .execute(db);
  if (Number(numAffectedRows ?? 0) !== count) throw new Error(`no row of ${table} to be copied`);
}

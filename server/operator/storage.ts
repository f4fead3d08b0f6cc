import { sql } from 'kysely';
import type { OperatorStorage, OperatorStorageInput } from '#protocol/api.ts';
import type { Db } from '../core/database/open-database.ts';

const DEFAULT_PAGE_SIZE = 20;

/** The installation's storage: all files by kind and by user, and the database. */
export async function storageOf(
  db: Db,
  capBytes: number | null,
  { page = 1, size = DEFAULT_PAGE_SIZE }: OperatorStorageInput,
): Promise<OperatorStorage> {
  const kinds = await db
    .selectFrom('stored_file')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('files'), eb.fn.sum<number>('bytes').as('bytes')])
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  const users = await db
    .selectFrom('stored_file')
    .innerJoin('user', 'user.id', 'stored_file.user_id')
    .select((eb) => [
      'user.id',
      'user.user_name',
      'user.email',
      'user.phone',
      eb.fn.countAll<number>().as('files'),
      eb.fn.sum<number>('stored_file.bytes').as('bytes'),
    ])
    .groupBy(['user.id', 'user.user_name', 'user.email', 'user.phone'])
    .orderBy('bytes', 'desc')
    .orderBy('user.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const { count } = await db
    .selectFrom('stored_file')
    .select((eb) => eb.fn.count<number>('user_id').distinct().as('count'))
    .executeTakeFirstOrThrow();
  const waiting = await db
    .selectFrom('deleted_file')
    .select((eb) => eb.fn.countAll<number>().as('files'))
    .executeTakeFirstOrThrow();
  const listed = kinds.map(({ kind, files, bytes }) => ({ kind, files: Number(files), bytes: Number(bytes) }));
  return {
    files: listed.reduce((sum, { files }) => sum + files, 0),
    bytes: listed.reduce((sum, { bytes }) => sum + bytes, 0),
    cap_bytes: capBytes ?? 0,
    to_remove: Number(waiting.files),
    database_bytes: await databaseBytes(db),
    kinds: listed,
    list: users.map((user) => ({
      user_id: user.id,
      name: user.user_name ?? user.email ?? user.phone ?? '',
      files: Number(user.files),
      bytes: Number(user.bytes),
    })),
    count: Number(count),
  };
}

/** Tries SQLite's query and then PostgreSQL's; 0 where neither works. */
async function databaseBytes(db: Db): Promise<number> {
  const asked = [
    sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`,
    sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`,
  ];
  for (const query of asked) {
    const answer = await query.execute(db).catch(() => null);
    if (answer !== null) return Number(answer.rows[0]?.bytes ?? 0);
  }
  return 0;
}

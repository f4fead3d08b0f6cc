import type { Db } from '../../core/database/open-database.ts';

/** The two counters of a design. */
export type DesignCount = 'use_count' | 'download_count';

/** Increments a counter, and returns how often the design was printed. */
export async function countDesign(tx: Db, id: string, column: DesignCount): Promise<number> {
  const first = { design_id: id, use_count: 0, download_count: 0, [column]: 1 };
  const { use_count: count } = await tx
    .insertInto('industry_use')
    .values(first)
    .onConflict((conflict) =>
      conflict.column('design_id').doUpdateSet((eb) => ({ [column]: eb(`industry_use.${column}`, '+', 1) })),
    )
    .returning('use_count')
    .executeTakeFirstOrThrow();
  return count;
}

/** How often a design was printed; 0 for never. */
export async function usesOfDesign(db: Db, id: string): Promise<number> {
  const row = await db.selectFrom('industry_use').select('use_count').where('design_id', '=', id).executeTakeFirst();
  return row?.use_count ?? 0;
}

/** How often each of these was printed; those never printed are missing. */
export async function usesOfDesigns(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('industry_use')
    .select(['design_id', 'use_count'])
    .where('design_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.design_id, row.use_count]));
}

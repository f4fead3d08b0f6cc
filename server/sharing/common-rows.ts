import {
  COMMON_CATEGORIES,
  COMMON_FILE_PATH,
  COMMON_PICTURE_PATH,
  type CommonList,
  type CommonState,
  type CommonTemplate,
} from '#protocol/api.ts';
import { containsText } from '../core/database/contains-text.ts';
import type { Db } from '../core/database/open-database.ts';
import type { TemplateRow, User } from '../core/database/tables.ts';
import { searchText } from '../templates/template-rows.ts';
import { isoOf } from '../core/iso-time.ts';

const DEFAULT_PAGE_SIZE = 20;

/** A filter of the library's entries. */
export interface CommonFilter {
  readonly name?: string;
  readonly category?: string;
  readonly state?: CommonState;
  readonly userId?: string;
  readonly page?: number;
  readonly size?: number;
  /** Newest first when absent. */
  readonly order?: 'used' | 'new';
}

/** One page of them. */
export async function listCommon(db: Db, filter: CommonFilter): Promise<CommonList> {
  let found = rowsOf(db);
  const { category, state, userId, page = 1, size = DEFAULT_PAGE_SIZE } = filter;
  const name = searchText((filter.name ?? '').trim());
  if (name !== '') found = found.where(containsText('common_template.name_search', name));
  if (category !== undefined) found = found.where('common_template.category', '=', category);
  if (state !== undefined) found = found.where('common_template.state', '=', state);
  if (userId !== undefined) found = found.where('common_template.user_id', '=', userId);
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const sorted = filter.order === 'used' ? found.orderBy('template.use_count', 'desc') : found;
  const rows = await columnsOf(sorted)
    .orderBy('common_template.created_at', 'desc')
    .orderBy('common_template.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { list: rows.map(shown), count: Number(count) };
}

export async function findCommon(db: Db, id: string): Promise<CommonTemplate | null> {
  const row = await columnsOf(rowsOf(db).where('common_template.id', '=', id)).executeTakeFirst();
  return row === undefined ? null : shown(row);
}

/** The frozen copy of an entry: approved ones for all users, others for their author and for operators. */
export async function findCopy(db: Db, id: string, viewer: User): Promise<TemplateRow | null> {
  const row = await rowsOf(db)
    .selectAll('template')
    .select(['common_template.state as entry_state', 'common_template.user_id as entry_user'])
    .where('common_template.id', '=', id)
    .where('template.id', 'is not', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { entry_state: state, entry_user: owner, ...template } = row;
  const mayRead = state === 'approved' || owner === viewer.id || viewer.role === 'operator';
  return mayRead ? (template as TemplateRow) : null;
}

function rowsOf(db: Db) {
  return db
    .selectFrom('common_template')
    .leftJoin('template', 'template.id', 'common_template.template_id')
    .leftJoin('user', 'user.id', 'common_template.user_id');
}

function columnsOf(query: ReturnType<typeof rowsOf>) {
  return query
    .selectAll('common_template')
    .select(['width_mm', 'height_mm', 'preview_key', 'blank_count', 'use_count', 'user.nickname']);
}

type Row = Awaited<ReturnType<ReturnType<typeof columnsOf>['execute']>>[number];

function shown(row: Row): CommonTemplate {
  const query = `?${new URLSearchParams({ id: row.id }).toString()}`;
  const hasCopy = row.template_id !== null;
  return {
    id: row.id,
    template_id: row.template_id ?? '',
    name: row.name,
    category: COMMON_CATEGORIES.find((one) => one === row.category) ?? 'other',
    description: row.description,
    width: row.width_mm ?? 0,
    height: row.height_mm ?? 0,
    file: hasCopy ? COMMON_FILE_PATH + query : '',
    image: hasCopy && row.preview_key !== null ? COMMON_PICTURE_PATH + query : '',
    blanks: row.blank_count ?? 0,
    use_num: row.use_count ?? 0,
    nickname: row.nickname ?? '',
    state: row.state,
    reason: row.reason,
    created: isoOf(row.created_at),
  };
}

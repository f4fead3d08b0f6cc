import type { TableQuery } from '#protocol/table-query.ts';

/** Every row, in the order of the sheet. */
export const ALL_ROWS: TableQuery = { search: '', filters: [], sort: [], language: 'en' };

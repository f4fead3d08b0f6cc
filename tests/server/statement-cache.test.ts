import type { SqliteStatement } from 'kysely';
import { expect, test } from 'vitest';
import { cacheStatements } from '#server/core/database/sqlite.ts';

test('a statement is compiled once, as long as it is among the most recently used', () => {
  const compiled: string[] = [];
  const prepare = cacheStatements((text) => {
    compiled.push(text);
    return { text } as unknown as SqliteStatement;
  });
  const first = prepare('select 0');
  for (let i = 1; i < 400; i++) prepare(`select ${i}`);
  expect(prepare('select 0')).toBe(first);
  expect(compiled.length).toBe(400);
  // One more than are cached: the least recently used one is dropped, the one just used is kept.
  prepare('select 400');
  expect(prepare('select 0')).toBe(first);
  prepare('select 1');
  expect(compiled.slice(-2)).toEqual(['select 400', 'select 1']);
});

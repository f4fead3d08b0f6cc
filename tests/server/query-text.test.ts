import { describe, expect, test } from 'vitest';
import { bindQuery } from '#server/connections/query-text.ts';

const VALUES = { a: '1', b: '2' };
const bound = (kind: 'postgres' | 'mysql', text: string) => {
  const answer = bindQuery(kind, text, VALUES);
  return answer.ok ? [answer.value.text, ...answer.value.values] : answer.error.message;
};

describe('parameters', () => {
  test.each([
    ['SELECT :a, :b, :a;', 'SELECT $1, $2, $1', '1', '2'],
    ["SELECT x::text, ':a', \":a\", E'\\':a', $$:a$$, $t$ :a $t$ -- :a", null],
    ['SELECT 1 /* :a /* :a */ :a */ + :b', 'SELECT 1 /* :a /* :a */ :a */ + $1', '2'],
    ['SELECT a[1:2], :a::int', 'SELECT a[1:2], $1::int', '1'],
    ["SELECT 'it''s :a', 'back\\', :a", "SELECT 'it''s :a', 'back\\', $1", '1'],
  ])('of PostgreSQL: %s', (text, expected, ...values) => {
    expect(bound('postgres', text)).toEqual([expected ?? text, ...values]);
  });

  test.each([
    ['SELECT :a, :b, :a', 'SELECT ?, ?, ?', '1', '2', '1'],
    ["SELECT 'it\\'s :a', \":a\", `:a` # :a\n, :b", "SELECT 'it\\'s :a', \":a\", `:a` # :a\n, ?", '2'],
    ['SELECT 5--:a', 'SELECT 5--?', '1'],
    ['SELECT 5 -- :a\n+ :b', 'SELECT 5 -- :a\n+ ?', '2'],
    ['SELECT /* :a */ :a', 'SELECT /* :a */ ?', '1'],
  ])('of MySQL: %s', (text, expected, ...values) => {
    expect(bound('mysql', text)).toEqual([expected, ...values]);
  });

  test('that are unknown are named', () => {
    expect(bindQuery('mysql', 'SELECT :nobody', VALUES)).toMatchObject({
      error: { message: 'query.parameterUnknown', params: { name: 'nobody' } },
    });
  });
});

test.each([
  ['(SELECT 1) UNION (SELECT 2)', true],
  ['-- first\nWITH x AS (SELECT 1) SELECT * FROM x', true],
  ['VALUES (1)', true],
  ['TABLE goods', true],
  ['', false],
  ['-- SELECT', false],
  ['EXPLAIN SELECT 1', false],
  ['SELECTED', false],
  ['"SELECT" 1', false],
])('what begins as %j is asked: %s', (text, isAsked) => {
  for (const kind of ['postgres', 'mysql'] as const) expect(bindQuery(kind, text, {}).ok).toBe(isAsked);
});

test('a semicolon within a string or a comment separates nothing; any other one does', () => {
  expect(bound('postgres', "SELECT ';' -- ;")).toEqual(["SELECT ';' -- ;"]);
  expect(bound('postgres', 'SELECT 1; -- that is all;')).toEqual(['SELECT 1 -- that is all;']);
  expect(bound('mysql', 'SELECT 1;;')).toBe('query.oneStatement');
  expect(bound('postgres', 'SELECT 1; SELECT 2')).toBe('query.oneStatement');
  expect(bound('mysql', "SELECT '\\'; -- ' ; DROP TABLE x")).toBe('query.oneStatement');
});

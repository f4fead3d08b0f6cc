import { describe, expect, test } from 'vitest';
import { FUNCTION_GROUPS } from '#model/data/expression/function-names.ts';
import { calculated, text } from '#tests/support/formulas.ts';

/** Each function with its results; one without an example fails. */
const EXAMPLES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  if: [
    ['if(true, 1, 2)', '1'],
    ['if(1 = 2, 1)', ''],
    ['if(1 = 1, "x", 1 / 0)', 'x'],
    ['if("x", 1, 2)', 'data.expressionLogical@2'],
  ],
  default: [
    ['default(Empty, Name)', 'Green tea'],
    ['default(Empty, "", 5)', '5'],
    ['default(Name, 1 / 0)', 'Green tea'],
  ],
  isEmpty: [
    ['isEmpty(Empty)', 'true'],
    ['isEmpty(0)', 'false'],
  ],
  contains: [['contains(Name, "tea") and not contains(Name, "Tea")', 'true']],
  startsWith: [['startsWith(Name, "Green")', 'true']],
  endsWith: [['endsWith(Name, "Green")', 'false']],
  upper: [['upper("straße é")', 'STRASSE É']],
  lower: [['lower("ÄB")', 'äb']],
  trim: [['trim("  a b ")', 'a b']],
  left: [
    ['left("😀标签", 2)', '😀标'],
    ['left("ab", 9)', 'ab'],
    ['left("ab", -1)', 'data.expressionArgument@2'],
    ['left("ab", 1.5)', 'data.expressionArgument@2'],
  ],
  right: [
    ['right("abc", 2)', 'bc'],
    ['right("abc", 0)', ''],
  ],
  substring: [
    ['substring("abcdef", 2, 3)', 'bcd'],
    ['substring("abc", 3)', 'c'],
    ['substring("abc", 9)', ''],
    ['substring("abc", 0)', 'data.expressionArgument@2'],
  ],
  replace: [
    ['replace("a.b.c", ".", "")', 'abc'],
    ['replace("abc", "", "x")', 'abc'],
    ['replace("$1", "$1", "$&")', '$&'],
  ],
  padStart: [
    ['padStart(7, 3, "0")', '007'],
    ['padStart("标", 3, "ab")', 'ab标'],
    ['padStart("x", 2)', ' x'],
    ['padStart("x", 2, "")', 'x'],
  ],
  padEnd: [['padEnd("a", 3, ".")', 'a..']],
  length: [['length("😀a")', '2']],
  emphasize: [
    ['emphasize("milk, tea", "milk")', 'milk, tea'],
    ['length(emphasize("milk", "milk"))', '4'],
    ['emphasize(1.50, "x")', '1.5'],
    ['emphasize("x")', 'data.expressionCount@2'],
  ],
  formatNumber: [
    ['formatNumber(1234567.5, 2, ",")', '1,234,567.50'],
    ['formatNumber(2.345, 2)', '2.35'],
    ['formatNumber(-1234.5, 0, " ")', '-1 235'],
    ['formatNumber(1.5)', '1.5'],
    ['formatNumber(1234.5, -1, ",")', '1,234.5'],
    ['formatNumber(1, 31)', 'data.expressionArgument@2'],
    ['formatNumber(1, -2)', 'data.expressionArgument@2'],
  ],
  currency: [
    ['currency(3.5)', '￥3.50'],
    ['currency(-3.456, "$")', '-$3.46'],
    ['currency(-3.456, "$", -1)', '-$3.456'],
  ],
  percent: [['percent(0.255, 0)', '26%']],
  round: [
    ['round(2.5)', '3'],
    ['round(-2.5)', '-3'],
    ['round(1.005, 2)', '1.01'],
    ['round(1250, -2)', '1300'],
  ],
  floor: [
    ['floor(-1.5)', '-2'],
    ['floor(1.5)', '1'],
  ],
  ceil: [
    ['ceil(-1.5)', '-1'],
    ['ceil(1.2)', '2'],
  ],
  abs: [['abs(-0.5)', '0.5']],
  mod: [
    ['mod(7.5, 2)', '1.5'],
    ['mod(1, 0)', 'data.expressionArgument@2'],
  ],
  min: [['min(3, 1.5, 2)', '1.5']],
  max: [['max("2", 10)', '10']],
  number: [
    ['number("1,234", ",")', '1.234'],
    ['number("1,234", ".")', '1234'],
    ['number("x")', 'data.expressionArgument@2'],
  ],
  today: [['today()', '2026-03-07']],
  now: [['now()', '2026-03-07T14:05:09']],
  date: [
    ['date("5.1.2024 10:30")', '2024-01-05T10:30:00'],
    ['date("05/01/2024", "dmy")', '2024-01-05'],
    ['date("05/01/2024", "ymd")', 'data.expressionArgument@2'],
    ['date("05/01/2024")', 'data.expressionUnclearDate@2'],
    ['date("10:30")', 'data.expressionDate@2'],
  ],
  formatDate: [
    ['formatDate(today(), "dd.MM.yyyy")', '07.03.2026'],
    ['formatDate("05/01/2024", "yyyy-MM-dd", "mdy")', '2024-05-01'],
    ['formatDate("05/01/2024", "yyyy")', 'data.expressionUnclearDate@2'],
    ['formatDate("soon", "yyyy")', 'data.expressionDate@2'],
    ['formatDate(now(), "M月d日")', '3月7日'],
  ],
  addDays: [
    ['addDays("2024-02-28", 2)', '2024-03-01'],
    ['addDays("2024-01-01T10:00:00", -1)', '2023-12-31T10:00:00'],
    ['addDays("9999-12-31", 1)', 'data.expressionArgument@2'],
    ['addDays("10:30", 1)', 'data.expressionDate@2'],
  ],
  addMonths: [
    ['addMonths("2024-01-31", 1)', '2024-02-29'],
    ['addMonths("2024-03-31", -13)', '2023-02-28'],
  ],
  seq: [
    ['seq("007")', '007'],
    ['seq("A", 1, 1, "letters")', 'A'],
    ['seq(Name)', 'data.expressionArgument@2'],
    ['seq("1", 1.5)', 'data.expressionArgument@2'],
    ['seq("x")', 'data.sequenceStart@'],
  ],
  index: [['index()', '1']],
  value: [['value()', 'data.expressionFunction@2']],
};

describe('functions', () => {
  const cases = Object.values(FUNCTION_GROUPS).flatMap((names) =>
    names.flatMap((name) => (EXAMPLES[name] ?? [[name, 'an example']]).map(([formula, value]) => [formula, value])),
  );
  test.each(cases)('%s is %s', (formula, expected) => {
    expect(calculated(formula ?? '')).toBe(expected);
  });

  test('each accepts exactly its number of values', () => {
    for (const name of Object.values(FUNCTION_GROUPS).flat()) {
      const nine = Array.from({ length: 9 }, () => '1').join(', ');
      expect(calculated(`${name}(${nine})`)).toMatch(/^data\.expression(Count|Function)@2$/);
    }
    expect(calculated('upper()')).toBe('data.expressionCount@2');
  });

  test('running numbers follow the label', () => {
    expect(text('{seq("008", 1, 2)}/{index()}', {}, 5)).toBe('010/6');
    expect(text('{seq("9998", 1)}', {}, 5)).toBe('10003');
    expect(text('{seq("08", 1)}', {}, 95)).toBe('data.sequenceEnd@');
  });
});

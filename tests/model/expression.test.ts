import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ElementId } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { ColumnSource, Expression, Operand, SimpleSource } from '#model/elements/base/content.ts';
import { contentOf, lastKnownContent, noElements } from '#model/data/content.ts';
import { expressionText, isMet, namesIn } from '#model/data/expression/expression.ts';
import { FUNCTION_GROUPS } from '#model/data/expression/function-names.ts';
import { MAX_FORMULA_DEPTH, MAX_FORMULA_LENGTH, parseFormula } from '#model/data/expression/parse-formula.ts';
import { writtenName } from '#model/data/expression/syntax.ts';
import { MAX_EXPRESSION_TEXT } from '#model/data/expression/value.ts';
import { fieldKey, type DataRecord } from '#model/data/record.ts';
import { TEST_TIME } from '#tests/support/create-elements.ts';
import { nastyText } from '#tests/support/element-arbitraries.ts';

const LABEL = noElements({ now: TEST_TIME });

function column(name: string, sheet: string = 'S'): ColumnSource {
  return { type: 'column', connection: 'sha256:00', fileName: 'a.xlsx', sheet, column: name, firstValue: '', text: '' };
}

/** A row with these cells, and an expression whose names are the columns. */
function withCells(
  formula: string,
  cells: Readonly<Record<string, string>>,
  index: number = 0,
): { readonly expression: Expression; readonly record: DataRecord } {
  const names = Object.keys(cells);
  const operands: readonly Operand[] = names.map((name) => ({ name, source: column(name) }));
  const values = Object.fromEntries(names.map((name) => [fieldKey(column(name)), cells[name] ?? '']));
  return { expression: { formula, operands }, record: { row: index + 2, index, values } };
}

const CELLS = { Name: 'Green tea', Price: '3.50', Empty: ' ', upper: 'a column', 'Unit price': '0.1', 单价: '0.2' };

/** What a text with formulas gives, or the code of what is wrong and its place. */
function text(formula: string, cells: Readonly<Record<string, string>> = CELLS, index: number = 0): string {
  const { expression, record } = withCells(formula, cells, index);
  const source = { ...expression, type: 'expression', lastValue: '', text: '' } as const;
  const value = contentOf([source], record, LABEL);
  return value.ok ? value.value : `${value.error.code}@${String(value.error.params?.['position'] ?? '')}`;
}

/** What one formula gives. */
function calculated(formula: string, cells: Readonly<Record<string, string>> = CELLS): string {
  return text(`{${formula}}`, cells);
}

describe('a text with formulas', () => {
  test.each([
    ['{Name} - {Price}', 'Green tea - 3.50'],
    ['no formula', 'no formula'],
    ['', ''],
    ['{{Name}} {{{Name}}}', '{Name} {Green tea}'],
    ['{ Unit price + 单价 }', '0.3'],
    ['{[Unit price]}{[单价]}', '0.10.2'],
    ['{"}"}{"""}"}', '}"}'],
    ["{'it''s'}", "it's"],
    ['{upper}: {upper(upper)}', 'a column: A COLUMN'],
    ['{IF(Price > 3, "dear", "cheap")}', 'dear'],
    ['{default(Empty, "none")}', 'none'],
  ])('%s gives %s', (formula, expected) => {
    expect(text(formula)).toBe(expected);
  });

  test('cells are printed as they are until something is calculated with them', () => {
    expect(text('{Code}|{Code + 0}', { Code: '00123.50' })).toBe('00123.50|123.5');
  });

  test('takes names of any kind, two sheets among them', () => {
    const names = [
      '__proto__',
      'constructor',
      'a ] b',
      '{x}',
      'if',
      'not',
      'say "hi"',
      '单价（元）',
      'Size 2',
      '  ',
      'é',
    ];
    for (const name of names) {
      expect(text(`{${writtenName(name)}}`, Object.fromEntries([[name, `<${name}>`]]))).toBe(`<${name}>`);
      expect(namesIn(`{${writtenName(name)}}`, 'text')).toEqual([name]);
    }
    const one = column('Name', 'One');
    const other = column('Name', 'Two');
    const record = { row: 2, values: { [fieldKey(one)]: 'a', [fieldKey(other)]: 'b' } };
    const operands = [
      { name: 'Name', source: one },
      { name: 'Name (Two)', source: other },
    ];
    const source = { type: 'expression', formula: '{Name}{[Name (Two)]}', operands, lastValue: '', text: '' } as const;
    expect(expectOk(contentOf([source], record, LABEL))).toBe('ab');
  });

  test('a name without an operand is a problem and reaches nothing of the machine', () => {
    for (const name of ['__proto__', 'constructor', 'globalThis', 'toString', 'hasOwnProperty', 'window']) {
      expect(text(`{${name}}`)).toBe('data.expressionName@2');
      expect(text(`{${name}()}`)).toBe('data.expressionFunction@2');
    }
    expect(text('{Name.length}')).toBe('data.expressionSyntax@6');
    expect(text('{Name[0]}')).toBe('data.expressionSyntax@6');
  });

  test('shows what it last was while the data are missing', () => {
    const operands = [{ name: 'Name', source: { ...column('Name'), firstValue: 'Tea' } }];
    const source = { type: 'expression', formula: '{Name}!', operands, lastValue: 'old', text: '' } as const;
    expect(contentOf([source], { row: 0, values: {} }, LABEL)).toMatchObject({ error: { code: 'data.notConnected' } });
    expect(lastKnownContent([source], LABEL)).toBe('Tea!');
    expect(lastKnownContent([{ ...source, formula: '{Nam' }], LABEL)).toBe('old');
  });
});

/** Each function with what it gives; one without an example fails. */
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
  formatNumber: [
    ['formatNumber(1234567.5, 2, ",")', '1,234,567.50'],
    ['formatNumber(2.345, 2)', '2.35'],
    ['formatNumber(-1234.5, 0, " ")', '-1 235'],
    ['formatNumber(1.5)', '1.5'],
    ['formatNumber(1, 31)', 'data.expressionArgument@2'],
  ],
  currency: [
    ['currency(3.5)', '￥3.50'],
    ['currency(-3.456, "$")', '-$3.46'],
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

  test('each takes no more and no fewer values than it has', () => {
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

describe('operators', () => {
  test.each([
    ['0.1 + 0.2', '0.3'],
    ['1 - 0.9', '0.1'],
    ['1.1 * 1.1', '1.21'],
    ['1 / 3', '0.33333333333333333333'],
    ['2 + 3 * 4', '14'],
    ['(2 + 3) × 4 ÷ 5', '4'],
    ['-2 - -3', '1'],
    ['1 - 1 - 1', '-1'],
    ['"a" & 1 + 1 & "b"', 'a2b'],
    ['-0.0', '0'],
    ['1e3', 'data.expressionSyntax@3'],
    ['1 / 0', 'data.expressionDivision@4'],
    ['Name + 1', 'data.expressionNumber@7'],
    ['"1,234" + 1', 'data.expressionUnclearNumber@10'],
    ['Empty + 1', 'data.expressionNumber@8'],
    ['1 = 1.0', 'true'],
    ['"1" = "1.0"', 'false'],
    ['"10" > "9"', 'true'],
    ['"b" > "a"', 'true'],
    ['Name = 5', 'false'],
    ['Name <> 5', 'true'],
    ['Name > 5', 'data.expressionNumber@7'],
    ['true = (1 < 2)', 'true'],
    ['true < false', 'data.expressionLogical@7'],
    ['1 < 2 and 2 < 1 or true', 'true'],
    ['not 1 = 2', 'true'],
    ['not true or true', 'true'],
    ['false and 1', 'false'],
    ['true and 1', 'data.expressionLogical@7'],
    ['1 < 2 < 3', 'data.expressionSyntax@8'],
    ['1 +', 'data.expressionSyntax@5'],
    ['(1', 'data.expressionSyntax@4'],
    ['"open', 'data.expressionSyntax@2'],
  ])('%s is %s', (formula, expected) => {
    expect(calculated(formula)).toBe(expected);
  });

  test('conditions are true or false and nothing else', () => {
    const context = { operand: () => ({ ok: true, value: '' }) as const, index: 0, elements: LABEL };
    expect(expectOk(isMet({ formula: '1 < 2', operands: [] }, context))).toBe(true);
    expect(isMet({ formula: '"yes"', operands: [] }, context)).toMatchObject({
      error: { code: 'data.expressionLogical' },
    });
    const own = { ...context, own: () => ({ ok: true, value: 'mine' }) as const };
    expect(expectOk(isMet({ formula: 'value() = "mine"', operands: [] }, own))).toBe(true);
  });
});

describe('limits', () => {
  test('length, depth and results are bounded, each with a problem of its own', () => {
    expect(text('a'.repeat(MAX_FORMULA_LENGTH))).toHaveLength(MAX_FORMULA_LENGTH);
    expect(text('a'.repeat(MAX_FORMULA_LENGTH + 1))).toBe('data.expressionTooLong@');
    const nested = (depth: number, open: string, close: string): string =>
      `${open.repeat(depth)}1${close.repeat(depth)}`;
    expect(calculated(nested(MAX_FORMULA_DEPTH, '(', ')'))).toBe('1');
    for (const [open, close] of [
      ['(', ')'],
      ['-', ''],
      ['not ', ''],
      ['abs(', ')'],
    ] as const) {
      expect(calculated(nested(MAX_FORMULA_DEPTH + 1, open, close))).toBe('data.expressionTooDeep@');
    }
    expect(calculated(Array.from({ length: 1900 }, () => '1').join('+'))).toBe('1900');
    expect(calculated(Array.from({ length: 900 }, () => '9').join('*'))).toMatch(/^data\.expressionNumber@/);
    const doubled = 'replace('.repeat(40) + '"aa"' + ', "a", "aa")'.repeat(40);
    expect(calculated(doubled)).toBe('data.expressionResult@');
    expect(text('{Long}', { Long: 'x'.repeat(MAX_EXPRESSION_TEXT + 1) })).toBe('data.expressionResult@');
  });

  test('any text at all is read or refused, and what is read always ends in a value or a problem', () => {
    const tokens = fc.array(
      fc.oneof(
        nastyText,
        fc.constantFrom(
          '{',
          '}',
          '{{',
          '(',
          ')',
          '"',
          "'",
          '[',
          ']',
          ']]',
          ',',
          ' ',
          '-',
          '+',
          '*',
          '/',
          '&',
          '<',
          '=',
        ),
        fc.constantFrom(
          'Name',
          'not ',
          ' and ',
          ' or ',
          '1',
          '.5',
          'if(',
          'upper(',
          'seq(',
          'true',
          '__proto__',
          '\u0000',
        ),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(tokens, (parts) => {
        const value = text(`{${parts.join('')}}`);
        expect(typeof value).toBe('string');
      }),
    );
  });

  test('every name can be written in a formula', () => {
    fc.assert(
      fc.property(nastyText, (name) => {
        expect(namesIn(writtenName(name), 'formula')).toEqual([name]);
        expect(text(`<{${writtenName(name)}}>`, Object.fromEntries([[name, 'v']]))).toBe('<v>');
      }),
    );
  });
});

/** A formula with the value that it must have, worked out another way: with whole numbers of millionths. */
interface Sum {
  readonly formula: string;
  /** The value times a million, for operators that keep it whole. */
  readonly value: bigint;
}

const leaf: fc.Arbitrary<Sum> = fc
  .record({ value: fc.integer({ min: -99_999, max: 99_999 }), quoted: fc.boolean() })
  .map(({ value, quoted }) => {
    const written = new Big(value).div(100).toFixed();
    return { formula: quoted ? `"${written}"` : `(${written})`, value: BigInt(value) * 10_000n };
  });
const sum: fc.Arbitrary<Sum> = fc.letrec<{ sum: Sum }>((tie) => ({
  sum: fc.oneof(
    { maxDepth: 5 },
    leaf,
    fc.tuple(tie('sum'), fc.constantFrom('+', '-'), tie('sum')).map(([left, operator, right]) => ({
      formula: `(${left.formula} ${operator} ${right.formula})`,
      value: operator === '+' ? left.value + right.value : left.value - right.value,
    })),
    fc.tuple(tie('sum'), fc.integer({ min: -9, max: 9 })).map(([left, by]) => ({
      formula: `${left.formula} * ${by}`,
      value: left.value * BigInt(by),
    })),
    fc.tuple(tie('sum'), tie('sum'), tie('sum'), tie('sum')).map(([one, other, then, otherwise]) => ({
      formula: `(if(${one.formula} + 0 < ${other.formula} + 0, ${then.formula}, ${otherwise.formula}) + 0)`,
      value: one.value < other.value ? then.value : otherwise.value,
    })),
  ),
})).sum;

describe('random formulas', () => {
  test('give what exact arithmetic gives', () => {
    fc.assert(
      fc.property(sum, ({ formula, value }) => {
        fc.pre(formula.length < MAX_FORMULA_LENGTH && parseFormula(formula, 'formula').ok);
        const negative = value < 0n;
        const digits = String(negative ? -value : value).padStart(7, '0');
        const plain = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '');
        expect(calculated(`(${formula}) + 0`)).toBe(`${negative ? '-' : ''}${plain}`);
      }),
      { numRuns: 500 },
    );
  });

  test('a million rows take one compilation', () => {
    const { expression, record } = withCells('{upper(Name)} - {currency(Price * 1.19, "€")}', CELLS);
    let asked = 0;
    const operand = (source: SimpleSource): { readonly ok: true; readonly value: string } => {
      asked++;
      return { ok: true, value: record.values[fieldKey(source as ColumnSource)] ?? '' };
    };
    const counted = { ...expression, operands: new Proxy(expression.operands, { get: counting }) };
    let read = 0;
    function counting(target: readonly Operand[], key: string | symbol): unknown {
      read++;
      return Reflect.get(target, key) as unknown;
    }
    expect(expectOk(expressionText(counted, { operand, index: 0, elements: LABEL }))).toBe('GREEN TEA - €4.17');
    const once = read;
    for (let index = 1; index < 1000; index++) expressionText(counted, { operand, index, elements: LABEL });
    expect(asked).toBe(2000);
    expect(read).toBe(once);
  });
});

describe('elements in formulas', () => {
  test('a reference gives the value of its element', () => {
    const id = 'N0000001' as ElementId;
    const source: SimpleSource = { type: 'reference', element: id, text: '' };
    const elements = { ...LABEL, value: () => ({ ok: true, value: 'other' }) as const, lastKnown: () => 'last' };
    const expression = { type: 'expression', formula: '{upper(Text1)}', lastValue: '', text: '' } as const;
    const sources = [{ ...expression, operands: [{ name: 'Text1', source }] }];
    expect(expectOk(contentOf(sources, { row: 0, values: {} }, elements))).toBe('OTHER');
    expect(lastKnownContent(sources, elements)).toBe('LAST');
  });
});

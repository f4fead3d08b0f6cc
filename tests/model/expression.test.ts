import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ElementId } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { ColumnSource, Operand, SimpleSource } from '#model/elements/base/content.ts';
import { contentOf, lastKnownContent } from '#model/data/content.ts';
import { expressionText, isMet, namesIn } from '#model/data/expression/expression.ts';
import { MAX_FORMULA_DEPTH, MAX_FORMULA_LENGTH, parseFormula } from '#model/data/expression/parse-formula.ts';
import { writtenName } from '#model/data/expression/syntax.ts';
import { MAX_EXPRESSION_TEXT } from '#model/data/expression/value.ts';
import { fieldKey } from '#model/data/record.ts';
import { nastyText } from '#tests/support/element-arbitraries.ts';
import { calculated, CELLS, column, LABEL, text, withCells } from '#tests/support/formulas.ts';

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

  test('cells are printed unchanged until something is calculated with them', () => {
    expect(text('{Code}|{Code + 0}', { Code: '00123.50' })).toBe('00123.50|123.5');
  });

  test('accepts names of any kind, two sheets among them', () => {
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

  test('a name without an operand is a problem and accesses nothing of the machine', () => {
    for (const name of ['__proto__', 'constructor', 'globalThis', 'toString', 'hasOwnProperty', 'window']) {
      expect(text(`{${name}}`)).toBe('data.expressionName@2');
      expect(text(`{${name}()}`)).toBe('data.expressionFunction@2');
    }
    expect(text('{Name.length}')).toBe('data.expressionSyntax@6');
    expect(text('{Name[0]}')).toBe('data.expressionSyntax@6');
  });

  test('shows its last value while the data are missing', () => {
    const operands = [{ name: 'Name', source: { ...column('Name'), firstValue: 'Tea' } }];
    const source = { type: 'expression', formula: '{Name}!', operands, lastValue: 'old', text: '' } as const;
    expect(contentOf([source], { row: 0, values: {} }, LABEL)).toMatchObject({ error: { code: 'data.notConnected' } });
    expect(lastKnownContent([source], LABEL)).toBe('Tea!');
    expect(lastKnownContent([{ ...source, formula: '{Nam' }], LABEL)).toBe('old');
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
  test('length, depth and results are limited, each with a problem of its own', () => {
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

  test('any text is parsed or rejected, and a parsed one always gives a value or a problem', () => {
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

/** A formula with its expected value, calculated in another way: with whole numbers of millionths. */
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
  test('give the result of exact arithmetic', () => {
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
  test('a reference returns the value of its element', () => {
    const id = 'N0000001' as ElementId;
    const source: SimpleSource = { type: 'reference', element: id, text: '' };
    const elements = { ...LABEL, value: () => ({ ok: true, value: 'other' }) as const, lastKnown: () => 'last' };
    const expression = { type: 'expression', formula: '{upper(Text1)}', lastValue: '', text: '' } as const;
    const sources = [{ ...expression, operands: [{ name: 'Text1', source }] }];
    expect(expectOk(contentOf(sources, { row: 0, values: {} }, elements))).toBe('OTHER');
    expect(lastKnownContent(sources, elements)).toBe('LAST');
  });
});

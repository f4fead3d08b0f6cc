import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as xlsx from 'xlsx';
import { compileFormat, formatNumber, formatText } from '#data-worker/format/cell-format.ts';
import { plainNumber } from '#data-worker/format/decimal.ts';

function shown(code: string, value: number, date1904 = false): string {
  return formatNumber(compileFormat(code), value, date1904);
}

/** 5 January 2024, a Friday. */
const DAY = 45_296;

describe('conditions', () => {
  const cases: readonly [number, string, string][] = [
    [150, '[>100]0.0;0', '150.0'],
    [5, '[>100]0.0;0', '5'],
    [-5, '[>100]0.0;0', '-5'],
    [5, '[>100]0.0', '5'],
    [-5, '[<0]"neg "0;0', 'neg 5'],
    [7, '[<0]"neg "0;0', '7'],
    [5, '[=5]"five";[>5]"more";"less"', 'five'],
    [6, '[=5]"five";[>5]"more";"less"', 'more'],
    [4, '[=5]"five";[>5]"more";"less"', 'less'],
    [1_234_567, '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '123-4567'],
    [12_345_678_901, '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '(1234) 567-8901'],
    [1500, '[>=1000000]0.0,,"M";[>=1000]0.0,"K";0', '1.5K'],
    [2_500_000, '[Red][>=1000000]0.0,,"M";[>=1000]0.0,"K";0', '2.5M'],
    [0.5, '[<1]h:mm;yyyy-mm-dd', '12:00'],
    [DAY, '[<1]h:mm;yyyy-mm-dd', '2024-01-05'],
    [0, '[<>0]0.0;"nothing"', 'nothing'],
    [-0.001, '0.00;-0.00', '-0.00'],
    [12, ';;;', ''],
    [-12, '0;', ''],
  ];
  test.each(cases)('%s as %s', (value, code, text) => {
    expect(shown(code, value)).toBe(text);
  });
});

describe('fractions', () => {
  const cases: readonly [number, string, string][] = [
    [0.5, '# ?/?', '1/2'],
    [1.25, '# ?/?', '1 1/4'],
    [-1.5, '# ?/?', '-1 1/2'],
    [2, '# ?/?', '2'],
    [0, '# ?/?', '0'],
    [0.99, '# ?/?', '1'],
    [0.01, '# ?/?', '0'],
    [0.333, '# ??/??', '1/3'],
    [Math.PI, '# ???/???', '3 16/113'],
    [Math.PI, '# ??/100', '3 14/100'],
    [Math.PI, '0/100', '314/100'],
    [0.375, '# ?/8', '3/8'],
    [1.5, '?/?', '3/2'],
    [0.5, '0 ?/?', '0 1/2'],
    [2.5, '# ?/?" in"', '2 1/2 in'],
  ];
  test.each(cases)('%s as %s', (value, code, text) => {
    expect(shown(code, value)).toBe(text);
  });

  test('no allowed fraction is nearer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999 }), fc.constantFrom(1, 2), (millionths, digits) => {
        const value = millionths / 1e6;
        const text = shown(`# ${'?'.repeat(digits)}/${'?'.repeat(digits)}`, value);
        const [n = 0, d = 1] = text.split('/').map(Number);
        for (let other = 1; other < 10 ** digits; other++) {
          const best = Math.abs(Math.round(value * other) / other - value);
          expect(Math.abs(n / d - value)).toBeLessThanOrEqual(best + 1e-12);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('SheetJS chooses the same ones, except for its spaces', () => {
    fc.assert(
      fc.property(fc.integer({ min: 32, max: 64 * 50 }), fc.constantFrom('# ??/??', '# ??/16'), (n, code) => {
        const peer = xlsx.SSF.format(code, n / 64)
          .replace(/ +/g, ' ')
          .replace(/ ?\/ ?/, '/');
        expect(shown(code, n / 64)).toBe(peer.trim());
      }),
    );
  });
});

describe('exponents', () => {
  const cases: readonly [number, string, string][] = [
    [12_345, '##0.0E+0', '12.3E+3'],
    [0.000_123_45, '##0.0E+0', '123.5E-6'],
    [999_960, '##0.0E+0', '1.0E+6'],
    [0, '##0.0E+0', '0.0E+0'],
    [-12_345, '0.00E-00', '-1.23E04'],
    [9.999, '0.0E+0', '1.0E+1'],
  ];
  test.each(cases)('%s as %s', (value, code, text) => {
    expect(shown(code, value)).toBe(text);
  });
});

describe('dates of a locale', () => {
  const cases: readonly [number, string, string][] = [
    [DAY, '[$-411]ggge"年"m"月"d"日"', '令和6年1月5日'],
    [DAY, '[$-411]ge.m.d', 'R6.1.5'],
    [DAY, 'ggge"年"', '令和6年'],
    [DAY, '[$-ja-JP-x-gannen]ggge"年"m"月"d"日"', '令和6年1月5日'],
    [43_586, '[$-ja-JP-x-gannen,80]ggge"年"', '令和元年'],
    [43_585, '[$-411]ggge"年"m"月"d"日"', '平成31年4月30日'],
    [32_516, '[$-411]gge', '平1'],
    [32_515, '[$-411]gee', 'S64'],
    [DAY, '[$-404]e/m/d', '113/1/5'],
    [DAY, '[$-404]ggge"年"m"月"d"日"', '中華民國113年1月5日'],
    [DAY, '[$-404]yyyy', '2024'],
    [DAY, '[$-1070000]d/mm/yyyy', '5/01/2567'],
    [DAY, '[$-107041E]d mmmm yyyy', '5 มกราคม 2567'],
    [DAY, '[$-D07041E]d/m/yyyy', '๕/๑/๒๕๖๗'],
    [DAY, '[$-41E]bbbb', '2567'],
    [DAY, '[$-1050412]yyyy', '4357'],
    [DAY, '[$-2010401]yyyy/mm/dd', '٢٠٢٤/٠١/٠٥'],
    [DAY, '[$-10409]m/d/yyyy', '1/5/2024'],
    [DAY, '[$-412]yyyy"년" mmmm d"일" dddd', '2024년 1월 5일 금요일'],
    [DAY, '[$-40C]dddd d mmmm yyyy', 'vendredi 5 janvier 2024'],
    [DAY, '[$-413]dddd d mmmm yyyy', 'vrijdag 5 januari 2024'],
    [DAY, '[$-41F]dd mmmm yyyy', '05 Ocak 2024'],
    [DAY, '[$-429]d', '5'],
    [DAY, '[$-419]mmmm', 'январь'],
    [DAY, '[$-FC19]d mmmm yyyy', '5 января 2024'],
    [DAY, '[$-415]d mmmm', '5 styczeń'],
    [DAY, '[$-en-US]d-mmm-yy;@', '5-Jan-24'],
    [DAY, '[$-zh-CN]aaaa aaa', '星期五 五'],
    [DAY, '[$-411]aaaa aaa', '金曜日 金'],
    [DAY + 0.75, '[$-804]AM/PM h:mm', '下午 6:00'],
    [DAY + 0.75, '[$-409]h:mm:ss AM/PM;@', '6:00:00 PM'],
    [DAY + 0.75, '[$-F400]h:mm:ss AM/PM', '6:00:00 PM'],
    [DAY, '[$-x-sysdate]dddd, mmmm dd, yyyy', 'Friday, January 05, 2024'],
    [DAY, '[$-F800]dddd, mmmm dd, yyyy', 'Friday, January 05, 2024'],
    [1.5, '[hh]:mm:ss.00', '36:00:00.00'],
    [100.25, '[mm]:ss', '144360:00'],
    [0.5, '[s]', '43200'],
    // A lunar calendar is not supported: the date is shown plainly and not as a number of days.
    [DAY, 'B2yyyy/mm/dd', '2024/01/05'],
    [DAY, '[$-1060401]d mmmm yyyy', '2024/01/05'],
  ];
  test.each(cases)('%s as %s', (value, code, text) => {
    expect(shown(code, value)).toBe(text);
  });

  test('every Japanese year from 1868 on agrees with the platform', () => {
    const platform = new Intl.DateTimeFormat('ja-JP-u-ca-japanese', { era: 'long', year: 'numeric', timeZone: 'UTC' });
    for (let serial = 61; serial < 60_000; serial += 13) {
      const date = new Date((serial - 25_569) * 86_400_000);
      const expected = platform.format(date).replace('元', '1');
      expect(shown('[$-411]ggge"年"', serial), date.toISOString()).toBe(expected);
    }
  });
});

describe('other writers', () => {
  const cases: readonly [number, string, string][] = [
    [42, 'G/通用格式', '42'],
    [42, 'G/通用格式"个"', '42个'],
    [19.9, '[$USD] 0.00', 'USD 19.90'],
    [19.9, '[$€-x-euro2] 0.00', '€ 19.90'],
    [19.9, '[$₽-419]0.00', '₽19.90'],
    [6_901_234_567_892, 'GENERAL', '6901234567892'],
  ];
  test.each(cases)('%s as %s', (value, code, text) => {
    expect(shown(code, value)).toBe(text);
  });
});

describe('texts', () => {
  const cases: readonly [string, string, string][] = [
    ['A1', '@', 'A1'],
    ['A1', '"No. "@', 'No. A1'],
    ['A1', '0;-0;0;"<"@">"', '<A1>'],
    ['A1', '0.00', 'A1'],
    ['A1', '0;-0;0;', ''],
    ['A1', ';;;', ''],
    ['A1', 'yyyy-mm-dd;@', 'A1'],
    ['A1', '@"/"@', 'A1/A1'],
  ];
  test.each(cases)('%s as %s', (text, code, expected) => {
    expect(formatText(compileFormat(code), text)).toBe(expected);
  });

  test('a text format does not affect numbers', () => {
    expect(shown('"No. "@', 5)).toBe('5');
  });
});

test.each([
  [1e20, '100000000000000000000'],
  [1.5e20, '150000000000000000000'],
  [1e21, '1E+21'],
  [123_456_789_012_345_680, '123456789012346000'],
  [1e-15, '0.000000000000001'],
  [1e-16, '1E-16'],
])('a plain number %d is %s', (value, text) => {
  expect(plainNumber(value)).toBe(text);
});

import bwip from 'bwip-js/generic';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  formatGs1,
  gs1CompanionProblem,
  gs1ElementString,
  gs1Problem,
  gs1ValueProblem,
  parseGs1,
  type Gs1Field,
} from '#model/symbology/gs1/gs1-data.ts';
import { gs1Identifier, gs1Identifiers, type Gs1Identifier, type Gs1Part } from '#model/symbology/gs1/identifiers.ts';
import { obeysGs1Rule } from '#model/symbology/gs1/rules.ts';

const { raw } = bwip as unknown as { raw(options: object): unknown };

// The other implementation throws at each of some 20,000 values. Half of the time would go into the errors' stacks.
const { stackTraceLimit } = Error;
beforeAll(() => void (Error.stackTraceLimit = 0));
afterAll(() => void (Error.stackTraceLimit = stackTraceLimit));

/** Result of another implementation of the same dictionary for the fields: null when they are right. */
function peerProblem(text: string): string | null {
  try {
    raw({ bcid: 'gs1-128', text });
    return null;
  } catch (error) {
    const message = String(error);
    // Data that are too long for one symbol are not wrong data.
    return /gs1128inputTooLong/.test(message) ? null : message;
  }
}

const ALPHABETS: Readonly<Record<Gs1Part['characters'], string>> = {
  N: '0123456789',
  X: '!"%&\'*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz',
  Y: '#-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  Z: '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz=',
};

/** The validity of coupon codes (8110, 8112) inside is not checked. */
const IDENTIFIERS = [...gs1Identifiers()].filter(({ ai }) => ai !== '8110' && ai !== '8112');

/** Texts near the format of the part: often right in length, sometimes with other characters or one too long. */
function anyPart(part: Gs1Part): fc.Arbitrary<string> {
  const unit = fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...ALPHABETS[part.characters]) },
    { weight: 1, arbitrary: fc.constantFrom(...ALPHABETS.X) },
  );
  const text = fc.oneof(
    { weight: 8, arbitrary: fc.string({ unit, minLength: part.least, maxLength: part.most }) },
    { weight: 1, arbitrary: fc.string({ unit, maxLength: part.most + 1 }) },
  );
  // Most random texts break a rule: some are fixed if that is cheap.
  const obeying = part.rules.map((rule) => EXAMPLES[rule]).find((examples) => examples !== undefined);
  return obeying === undefined
    ? text
    : fc.oneof(text, fc.constantFrom(...obeying), part.rules.includes('check') ? text.map(withCheckDigit) : text);
}

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  check: ['09501101530003'],
  date: ['240229', '230229', '261231', '260431', '260100'],
  dateOrMonth: ['240229', '000229', '260200', '261300', '260132'],
  longDate: ['19000229', '20000229', '20240229', '20240230'],
  time: ['2359', '2400', '0060'],
  country: ['276', '156', '999', '001'],
  countryOr999: ['999', '076'],
  country2: ['DE', 'CN', 'XX', 'de'],
  currency: ['978', '156', '000'],
  iban: ['DE89370400440532013000', 'GB82WEST12345698765432', 'DE88370400440532013000'],
  checkPair: ['1987654Ad4X4bL5ttr2310c2K', '1987654Ad4X4bL5ttr2310c2L'],
  sequence: ['1/2', '2/1', '0/1', '3/3'],
  percent: ['a%20b', 'a%2', '%GG'],
  hyphen: ['-', '+'],
  piece: ['0102', '0201', '0001'],
  latitude: ['1800000000', '1800000001'],
  longitude: ['3600000000', '3600000001'],
};

function withCheckDigit(text: string): string {
  const digits = text.slice(0, -1);
  const digit = [...'0123456789'].find((d) => obeysGs1Rule('check', digits + d));
  return digits + (digit ?? '0');
}

function anyValue({ parts }: Gs1Identifier): fc.Arbitrary<string> {
  return fc
    .tuple(fc.boolean(), ...parts.map(anyPart))
    .map(([whole, ...texts]) => texts.filter((_, i) => whole || parts[i]?.optional !== true).join(''));
}

test('every value is judged as by another implementation of the dictionary', () => {
  let wrong = 0;
  let count = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...IDENTIFIERS).chain((id) => anyValue(id).map((value) => ({ ai: id.ai, value }))),
      (field) => {
        const ours = gs1ValueProblem(field);
        const theirs = peerProblem(`(${field.ai})${field.value}`);
        count++;
        if (ours !== null) wrong++;
        expect(ours === null, `${JSON.stringify(ours)} but ${theirs}`).toBe(theirs === null);
      },
    ),
    { numRuns: 4000 },
  );
  // Some values are right and some are wrong, so the comparison means something.
  expect(wrong / count).toBeGreaterThan(0.1);
  expect(wrong / count).toBeLessThan(0.9);
});

describe('the same identifiers are known', () => {
  const known = new Set([...gs1Identifiers()].map(({ ai }) => ai));

  function agreeFrom(first: string, digits: number): void {
    const all = Array.from({ length: 10 ** digits }, (_, n) => first + String(n).padStart(digits, '0'));
    const theirs = all.filter((ai) => !(peerProblem(`(${ai})`)?.includes('nrecognised') ?? false));
    expect(all.filter((ai) => known.has(ai))).toEqual(theirs);
  }
  test.each([2, 3])('of %i digits', (digits) => agreeFrom('', digits));
  test.each([...'0123456789'])('of 4 digits, beginning with %s', (first) => agreeFrom(first, 3));
});

test('exclusive pairs and companions are judged the same', () => {
  const samples: Readonly<Record<string, string>> = {
    '00': '106141411234567897',
    '01': '09501101530003',
    '02': '09501101530003',
    '03': '09501101530003',
    '10': 'A',
    '17': '260101',
    '21': 'S',
    '22': 'C',
    '235': 'T',
    '37': '5',
    '255': '9501101530003',
    '3103': '000123',
    '3102': '000123',
    '3922': '15',
    '3932': '97815',
    '410': '9501101530003',
    '414': '9501101530003',
    '415': '9501101530003',
    '420': 'P',
    '421': '276P',
    '422': '276',
    '426': '276',
    '8005': '000123',
    '8020': 'R',
    '8006': '095011015300030102',
    '8026': '095011015300030102',
    '4330': '000100',
    '4331': '000100',
    '7023': '12A',
    '8040': '123456789012345',
  };
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...Object.keys(samples)), { minLength: 1, maxLength: 4 }), (ais) => {
      const fields = ais.map((ai): Gs1Field => ({ ai, value: samples[ai] ?? '' }));
      const text = formatGs1(fields);
      expect(gs1Problem(fields, 'elsewhere') === null, text).toBe(peerProblem(text) === null);
      const withCompanions = (() => {
        try {
          raw({ bcid: 'gs1datamatrix', text });
          return null;
        } catch (error) {
          return String(error);
        }
      })();
      expect(gs1Problem(fields, 'here') === null, `${text}: ${withCompanions}`).toBe(withCompanions === null);
    }),
    { numRuns: 1500 },
  );
});

describe('a problem names the identifier and the position', () => {
  test.each([
    ['(1)1', { code: 'gs1.form', params: { position: 1 } }],
    ['(01)09501101530003(10', { code: 'gs1.form', params: { position: 19 } }],
    ['(10)A(B', { code: 'gs1.form', params: { position: 6 } }],
    ['09501101530003', { code: 'gs1.form', params: { position: 1 } }],
    ['(05)1', { code: 'gs1.unknown', params: { ai: '05' } }],
    ['(01)123', { code: 'gs1.length', params: { ai: '01', expected: '14', actual: 3 } }],
    ['(10)123456789012345678901', { code: 'gs1.length', params: { ai: '10', expected: '1–20', actual: 21 } }],
    ['(01)09501101530004', { code: 'gs1.checkDigit', params: { ai: '01', expected: 3, actual: '4' } }],
    ['(10)AB#', { code: 'gs1.character', params: { ai: '10', character: '#', position: 3 } }],
    ['(10)批次', { code: 'gs1.character', params: { ai: '10', character: '批', position: 1 } }],
    ['(17)260230', { code: 'gs1.value', params: { ai: '17', value: '260230', position: 1 } }],
    ['(421)27', { code: 'gs1.length', params: { ai: '421', actual: 2 } }],
    ['(10)A(10)B', { code: 'gs1.repeated', params: { ai: '10' } }],
    ['(01)09501101530003(37)5', { code: 'gs1.excluded', params: { ai: '01', other: '37' } }],
    ['(02)09501101530003', { code: 'gs1.missing', params: { ai: '02', needs: '(37)' } }],
    ['(02)09501101530003(37)5', { code: 'gs1.missing', params: { ai: '37', needs: '(00)' } }],
  ])('%s', (text, expected) => {
    const fields = parseGs1(text);
    expect(fields.ok ? gs1Problem(fields.value, 'here') : fields.error).toMatchObject(expected);
  });

  test('checks a single field without its companions on request', () => {
    const fields = parseGs1('(10)AB1');
    expect(fields.ok && gs1Problem(fields.value, 'elsewhere')).toBeNull();
    expect(fields.ok && gs1CompanionProblem(fields.value)?.code).toBe('gs1.missing');
  });
});

test('brackets of a value survive writing and reading', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ ai: fc.constantFrom('10', '21', '240', '3103'), value: fc.string() }), { minLength: 1 }),
      (fields) => {
        // A backslash is in no character set: in front of a bracket it is never data.
        const plain = fields.map((f) => ({ ...f, value: f.value.replaceAll('\\', '') }));
        expect(parseGs1(formatGs1(plain))).toEqual({ ok: true, value: plain });
      },
    ),
  );
});

test('a separator follows a field without a predefined length, but not at the end', () => {
  const fields = parseGs1('(10)AB(01)09501101530003(21)X');
  expect(fields.ok && gs1ElementString(fields.value, '|')).toBe('10AB|010950110153000321X');
  expect(gs1Identifier('3103')?.predefinedLength).toBe(true);
});

test.each([
  ['hour', '23', '24'],
  ['minute', '59', '60'],
  ['time', '2359', '2360'],
  ['time', '0000', '2400'],
  ['date', '240229', '230229'],
  ['longDate', '20000229', '19000229'],
  ['dateOrMonth', '261200', '261300'],
  ['mediaType', '10', '11'],
  ['piece', '0202', '0302'],
  ['sequence', '9/9', '9/8'],
  ['latitude', '1800000000', '1800000001'],
  ['longitude', '3600000000', '3600000001'],
  ['percent', '%2F', '%2'],
])('rule %s accepts %s and not %s', (rule, right, wrong) => {
  expect([obeysGs1Rule(rule, right), obeysGs1Rule(rule, wrong)]).toEqual([true, false]);
});

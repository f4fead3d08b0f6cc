import { describe, expect, test } from 'vitest';
import {
  contentOf,
  dayOfValue,
  findingsOf,
  formFromContent,
  isComplete,
  isDate,
  valueOfDay,
  withNewRow,
  withoutRow,
  withRow,
  withRowMoved,
} from '#app/editor/codes/gs1-form.ts';
import { formatText, IDENTIFIER_CHOICES, matchesIdentifier } from '#app/editor/codes/identifier-choices.ts';
import type { Gs1Use } from '#model/symbology/catalog/info.ts';
import { withCheckCharacters } from '#model/symbology/gs1/complete.ts';

const DATA = '(01)09501101530003(17)261231(10)A\\(B';

test.each([
  ['here', DATA],
  ['elsewhere', '(10)AB'],
  ['link', 'https://example.com/a(01)09501101530003'],
  ['link', '(01)09501101530003'],
] as const)('content of %s comes back as it was: %s', (use, content) => {
  const { form, understood } = formFromContent(use, content);
  expect(understood).toBe(true);
  expect(contentOf(use, form)).toBe(content);
  expect(isComplete(findingsOf(use, form), form)).toBe(true);
});

test('parses a link into fields', () => {
  const { form } = formFromContent('link', 'https://example.com/01/09501101530003/10/A%2FB?17=261231');
  expect(contentOf('link', form)).toBe('https://example.com(01)09501101530003(10)A/B(17)261231');
});

test('shows one empty row for other content, and says so', () => {
  expect(formFromContent('here', 'hello')).toMatchObject({
    understood: false,
    form: { rows: [{ ai: '01', value: '' }] },
  });
  expect(formFromContent('here', '').understood).toBe(true);
});

describe('the rows', () => {
  const { form } = formFromContent('here', DATA);
  const [first, , last] = form.rows;

  test('move, stay within the ends, and can be removed', () => {
    expect(contentOf('here', withRowMoved(form, last?.key ?? -1, -2))).toBe('(10)A\\(B(01)09501101530003(17)261231');
    expect(withRowMoved(form, first?.key ?? -1, -1)).toEqual(form);
    expect(withRowMoved(form, last?.key ?? -1, 1)).toEqual(form);
    expect(contentOf('here', withoutRow(form, first?.key ?? -1))).toBe('(17)261231(10)A\\(B');
  });

  test('get a key and an identifier of their own when added', () => {
    const more = withNewRow(withNewRow(form));
    expect(new Set(more.rows.map((row) => row.key)).size).toBe(5);
    expect(more.rows.map((row) => row.ai)).toEqual(['01', '17', '10', '21', '11']);
  });
});

describe('findings', () => {
  const codes = (use: Gs1Use, content: string): readonly (string | undefined)[] => {
    const { form } = formFromContent(use, content);
    const { rows, whole, hint, stem } = findingsOf(use, form);
    return [[...rows.values()][0]?.code, whole?.code, hint?.code, stem?.code];
  };

  test.each<[Gs1Use, string, readonly (string | undefined)[]]>([
    ['here', '(01)0950110153000', ['gs1.length', undefined, undefined, undefined]],
    ['here', '(10)A', [undefined, 'gs1.missing', undefined, undefined]],
    ['elsewhere', '(10)A', [undefined, undefined, 'gs1.missing', undefined]],
    ['elsewhere', '(01)09501101530003(37)5', [undefined, 'gs1.excluded', 'gs1.missing', undefined]],
    ['link', '(400)A', [undefined, 'gs1.noLinkKey', undefined, undefined]],
  ])('%s %s', (use, content, expected) => {
    expect(codes(use, content)).toEqual(expected);
  });

  test('reports a bad address as not a link', () => {
    const { form } = formFromContent('link', '(01)09501101530003');
    expect(findingsOf('link', { ...form, stem: 'exa mple' }).stem?.code).toBe('gs1.linkForm');
    expect(findingsOf('link', { ...form, stem: 'https://example.com/x/' }).stem).toBeNull();
  });

  test('is incomplete without rows', () => {
    const { form } = formFromContent('here', '(01)09501101530003');
    const none = withoutRow(form, form.rows[0]?.key ?? -1);
    expect(isComplete(findingsOf('here', none), none)).toBe(false);
    const wrong = withRow(form, form.rows[0]?.key ?? -1, { value: '1' });
    expect(isComplete(findingsOf('here', wrong), wrong)).toBe(false);
  });
});

describe('check characters', () => {
  test.each([
    ['01', '0950110153000', '09501101530003'],
    ['01', '09501101530009', '09501101530003'],
    ['01', '5901234123457', '05901234123457'],
    ['01', '96385074', '00000096385074'],
    ['01', '123', null],
    ['00', '10614141123456789', '106141411234567897'],
    ['253', '950110153000ABC', null],
    ['253', '9501101530009ABC', '9501101530003ABC'],
    ['8003', '0950110153000', '09501101530003'],
    ['8013', '1987654Ad4X4bL5ttr2310c', '1987654Ad4X4bL5ttr2310c2K'],
    ['8013', '1987654Ad4X4bL5ttr2310c2K', '1987654Ad4X4bL5ttr2310c2K'],
    ['10', 'ABC', null],
  ])('(%s) %s', (ai, value, completed) => {
    expect(withCheckCharacters({ ai, value })).toBe(completed);
  });
});

describe('dates', () => {
  test.each([
    ['261231', 2026, '2026-12-31'],
    ['261200', 2026, '2026-12-01'],
    ['760101', 2026, '2076-01-01'],
    ['770101', 2026, '1977-01-01'],
    ['490101', 2099, '2149-01-01'],
    ['26', 2026, ''],
  ])('%s in %i is %s', (value, year, day) => {
    expect(dayOfValue(value, year)).toBe(day);
  });

  test('a chosen day becomes a value for date identifiers', () => {
    expect(valueOfDay('2026-12-31')).toBe('261231');
    expect(['17', '4326', '7003', '10'].map(isDate)).toEqual([true, true, false, false]);
  });
});

test('identifiers are found by the start of their number and by their title', () => {
  const found = (typed: string): readonly string[] =>
    IDENTIFIER_CHOICES.filter((choice) => matchesIdentifier(typed, choice)).map(({ value }) => value);
  expect(found('(310')).toEqual(['3100', '3101', '3102', '3103', '3104', '3105']);
  expect(found('expiry')).toEqual(['17', '7003']);
  expect(IDENTIFIER_CHOICES.find(({ value }) => value === '3103')?.label).toBe('(3103) NET WEIGHT (kg) · 0.000');
  expect([formatText('01'), formatText('421'), formatText('253'), formatText('17')]).toEqual([
    'N14',
    'N3+X..9',
    'N13+[X..17]',
    'YYMMDD',
  ]);
});

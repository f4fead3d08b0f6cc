import { describe, expect, test } from 'vitest';
import { sniffOffice } from '#server/documents/sniff-office.ts';
import { turnOrder } from '#server/core/turn-order.ts';
import { pagesOf } from '#server/documents/run-conversion.ts';
import { buildZip } from '#tests/support/zip-builder.ts';
import {
  createCompoundFile,
  createDocx,
  createProtectedFile,
  createXlsx,
  paragraph,
  textPart,
} from '../office-files.ts';

const office = (ending: string): object => ({ type: 'office', ending });
const problem = (name: string): object => ({ type: 'problem', problem: name });
const OTHER = { type: 'other' };
const ODT = { name: 'mimetype', data: Buffer.from('application/vnd.oasis.opendocument.text'), stored: true };

/** The beginning of a Word file, with or without the flag of encryption. */
function wordStream(flags: number): Buffer {
  const start = Buffer.alloc(32);
  start.writeUInt16LE(0xa5ec, 0);
  start.writeUInt16LE(flags, 10);
  return start;
}

function excelStream(second: number): Buffer {
  const start = Buffer.alloc(32);
  start.writeUInt16LE(0x0809, 0);
  start.writeUInt16LE(8, 2);
  start.writeUInt16LE(second, 12);
  return start;
}

function powerPointStream(token: number): Buffer {
  const start = Buffer.alloc(32);
  start.writeUInt32LE(token, 12);
  return start;
}

describe('the type of a file', () => {
  test.each([
    ['docx', createDocx(paragraph('Hi'))],
    ['xlsx', createXlsx('')],
    ['odt', Buffer.from(buildZip([ODT, textPart('content.xml', '<x/>')]))],
    ['rtf', Buffer.from('{\\rtf1 Hi}')],
    ['doc', createCompoundFile({ WordDocument: wordStream(0) })],
    ['xls', createCompoundFile({ Workbook: excelStream(0x00e1) })],
    [
      'ppt',
      createCompoundFile({ 'Current User': powerPointStream(0xe391c05f), 'PowerPoint Document': Buffer.alloc(8) }),
    ],
  ])('%s', (ending, bytes) => {
    expect(sniffOffice(bytes)).toEqual(office(ending));
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('Hello')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['a program', Buffer.from('MZ\u0090\0')],
    ['a zip of something else', Buffer.from(buildZip([textPart('a.txt', 'a')]))],
    [
      'an OpenDocument drawing',
      Buffer.from(buildZip([{ ...ODT, data: Buffer.from('application/vnd.oasis.opendocument.graphics') }])),
    ],
    ['a compound file of something else', createCompoundFile({ Contents: Buffer.alloc(8) })],
  ])('%s is none', (_what, bytes) => {
    expect(sniffOffice(bytes)).toEqual(OTHER);
  });

  test.each([
    ['an Office Open XML file', createProtectedFile()],
    ['doc', createCompoundFile({ WordDocument: wordStream(0x0100) })],
    ['xls', createCompoundFile({ Workbook: excelStream(0x002f) })],
    [
      'ppt',
      createCompoundFile({ 'Current User': powerPointStream(0xf3d1c4df), 'PowerPoint Document': Buffer.alloc(8) }),
    ],
    [
      'odt',
      Buffer.from(
        buildZip([ODT, textPart('META-INF/manifest.xml', '<manifest><manifest:encryption-data/></manifest>')]),
      ),
    ],
  ])('%s with a password is told', (_what, bytes) => {
    expect(sniffOffice(bytes)).toEqual(problem('password'));
  });

  test('embedded files do not count: a workbook with a Word file in it is a workbook', () => {
    const file = createCompoundFile({ Workbook: excelStream(0), WordDocument: wordStream(0x0100) });
    // The second entry is no longer at the top level: only the first refers to it, as its storage.
    file.writeUInt32LE(0xffffffff, 1024 + 128 + 72);
    expect(sniffOffice(file)).toEqual(office('xls'));
  });

  test('decompression bombs are not opened', () => {
    const zeros = textPart('word/media/a.xml', '0'.repeat(6_000_000));
    expect(sniffOffice(createDocx('', '', [zeros]))).toEqual(problem('tooComplex'));
    const declared = { ...textPart('word/media/a.bin', 'x'), forged: { bytes: 600 * 2 ** 20 } };
    expect(sniffOffice(createDocx('', '', [declared]))).toEqual(problem('tooComplex'));
    const twice = textPart('word/document.xml', '<a/>');
    expect(sniffOffice(createDocx('', '', [twice]))).toEqual(problem('tooComplex'));
  });

  test('half a file is damaged, wherever it is truncated', () => {
    const docx = createDocx(paragraph('Hi'));
    const doc = createCompoundFile({ WordDocument: wordStream(0) });
    for (const part of [0.2, 0.5, 0.9]) {
      expect(sniffOffice(docx.subarray(0, Math.floor(docx.length * part))).type).not.toBe('office');
    }
    expect(sniffOffice(docx.subarray(0, docx.length - 5))).toEqual(problem('damaged'));
    expect(sniffOffice(doc.subarray(0, 1100))).toEqual(problem('damaged'));
  });

  test('a cyclic directory ends', () => {
    const doc = createCompoundFile({
      WordDocument: wordStream(0),
      B: Buffer.alloc(1),
      C: Buffer.alloc(1),
      D: Buffer.alloc(1),
    });
    doc.writeUInt32LE(1, 512 + 4);
    expect(sniffOffice(doc)).toEqual(problem('damaged'));
    const neighbours = createCompoundFile({ WordDocument: wordStream(0) });
    neighbours.writeUInt32LE(1, 1024 + 128 + 68);
    expect(sniffOffice(neighbours)).toEqual(office('doc'));
  });
});

describe('the order of conversions', () => {
  const one = (userId: string, at: number): { id: string; userId: string; at: number } => ({
    id: `${userId}${at}`,
    userId,
    at,
  });
  const ids = (...order: ReturnType<typeof turnOrder>[number][]): string[] => order.map(({ id }) => id);

  test('is by arrival, with users in turn', () => {
    const waiting = [one('a', 1), one('a', 2), one('a', 3), one('b', 4), one('c', 5), one('b', 6)];
    expect(ids(...turnOrder(waiting, []))).toEqual(['a1', 'b4', 'c5', 'a2', 'b6', 'a3']);
  });

  test('counts conversions in progress as turns', () => {
    expect(ids(...turnOrder([one('a', 1), one('b', 2)], ['a']))).toEqual(['b2', 'a1']);
  });
});

describe('pages of a PDF', () => {
  const pdf = (count: string): Buffer =>
    Buffer.from(`%PDF-1.6\n1 0 obj\n<</Type/Pages\n/Count ${count}>>\nendobj\n%%EOF\n`);

  test('are read from its page tree', () => {
    expect(pagesOf(pdf('12'))).toBe(12);
    expect(pagesOf(pdf('0'))).toBeNull();
    expect(pagesOf(Buffer.from('%PDF-1.6\n%%EOF'))).toBeNull();
    expect(pagesOf(pdf('12').subarray(0, 40))).toBeNull();
    expect(pagesOf(Buffer.from('Hello'))).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import { wayOfFile } from '#app/documents/file-kind.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const BMP = Uint8Array.from([0x42, 0x4d, ...Array.from({ length: 12 }, () => 0), 40, 0, 0, 0]);

describe('the kind of a file', () => {
  test.each([
    ['a.pdf', 'shown'],
    ['B.JPEG', 'shown'],
    ['note.final.txt', 'shown'],
    ['c.docx', 'office'],
    ['d.PPT', 'office'],
  ])('%s is %s', (name, way) => expect(wayOfFile(name, bytes('?'))).toEqual({ ok: true, value: way }));

  test.each([
    ['PDF with something before it', bytes('junk%PDF-1.4'), 'shown'],
    ['PNG', Uint8Array.from([0x89, 0x50, 0x4e, 0x47]), 'shown'],
    ['BMP', BMP, 'bitmap'],
  ])('a .bp that is a %s', (_, head, way) => expect(wayOfFile('x.bp', head)).toEqual({ ok: true, value: way }));

  test('rejects files that cannot be printed, with a message for their kind', () => {
    expect(wayOfFile('x.bp', bytes('BM, a text'))).toMatchObject({ error: { code: 'document.unknownBp' } });
    expect(wayOfFile('x.exe', bytes('%PDF-'))).toMatchObject({ error: { code: 'document.wrongEnding' } });
    expect(wayOfFile('pdf', bytes('%PDF-'))).toMatchObject({ error: { code: 'document.wrongEnding' } });
  });
});

import { expectOk, ok, err, type Result } from '#model/kernel/result.ts';
import { CONVERTED_PATH, UPLOAD_OFFICE_PATH, UPLOAD_TOKEN_SCHEME, type OfficeConversion } from '#protocol/api.ts';
import { buildZip, type ZipPart } from '#tests/support/zip-builder.ts';
import type { TestVisitor } from './create-test-server.ts';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The smallest docx: the content of `<w:body>`, and further parts, with the document's relations to them. */
export function createDocx(body: string, relations = '', parts: readonly ZipPart[] = []): Buffer {
  return createPackage(
    'word/document.xml',
    'wordprocessingml.document',
    `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}"><w:body>${body}</w:body></w:document>`,
    [...(relations === '' ? [] : [textPart('word/_rels/document.xml.rels', relationsOf(relations))]), ...parts],
  );
}

/** The smallest xlsx with one sheet; `rows` is the content of `<sheetData>`. */
export function createXlsx(rows: string): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return createPackage(
    'xl/workbook.xml',
    'spreadsheetml.sheet',
    `<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    [
      textPart(
        'xl/_rels/workbook.xml.rels',
        relationsOf(`<Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>`),
      ),
      textPart('xl/worksheets/sheet1.xml', `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`),
    ],
  );
}

function createPackage(main: string, type: string, content: string, parts: readonly ZipPart[]): Buffer {
  const sheet =
    type === 'spreadsheetml.sheet'
      ? '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
      : '';
  const types = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/>${sheet}</Types>`;
  const root = `<Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="${main}"/>`;
  return Buffer.from(
    buildZip([
      textPart('[Content_Types].xml', types),
      textPart('_rels/.rels', relationsOf(root)),
      textPart(main, content),
      ...parts,
    ]),
  );
}

function relationsOf(relations: string): string {
  return `<Relationships xmlns="${PACKAGE}/relationships">${relations}</Relationships>`;
}

export function textPart(name: string, text: string): ZipPart {
  return { name, data: new TextEncoder().encode(text) };
}

/** A drawing in a docx with the picture of the relation `id`. */
export function createDrawing(id: string): string {
  const a = 'http://schemas.openxmlformats.org/drawingml/2006/main';
  const pic = 'http://schemas.openxmlformats.org/drawingml/2006/picture';
  const wp = 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing';
  return `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${wp}"><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="P"/><a:graphic xmlns:a="${a}"><a:graphicData uri="${pic}"><pic:pic xmlns:pic="${pic}"><pic:nvPicPr><pic:cNvPr id="1" name="P"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
}

/** The text of a docx. */
export const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

const SECTOR = 512;
const END = 0xfffffffe;
const NONE = 0xffffffff;

/** A compound file with these streams at its top level, each of at most a sector, and each declared longer. */
export function createCompoundFile(streams: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(streams);
  const directorySectors = Math.ceil((names.length + 1) / 4);
  const header = Buffer.alloc(SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(SECTOR, 0xff);
  for (let i = 1; i <= directorySectors; i++) table.writeUInt32LE(i === directorySectors ? END : i + 1, i * 4);
  const directory = Buffer.alloc(directorySectors * SECTOR);
  const write = (place: number, name: string, type: number, links: readonly number[]): void => {
    const at = place * 128;
    directory.write(name, at, 'utf16le');
    directory.writeUInt16LE(name.length * 2 + 2, at + 64);
    directory[at + 66] = type;
    links.forEach((link, i) => directory.writeUInt32LE(link, at + 68 + i * 4));
    directory.writeUInt32LE(directorySectors + place, at + 116);
    directory.writeUInt32LE(4096, at + 120);
  };
  write(0, 'Root Entry', 5, [NONE, NONE, 1]);
  names.forEach((name, i) => write(i + 1, name, 2, [NONE, i + 2 <= names.length ? i + 2 : NONE, NONE]));
  const contents = names.map((name) =>
    Buffer.concat([streams[name] ?? Buffer.alloc(0), Buffer.alloc(SECTOR)]).subarray(0, SECTOR),
  );
  return Buffer.concat([header, table, directory, ...contents]);
}

/** An Office Open XML file with a password, as far as its encryption is visible from outside. */
export function createProtectedFile(): Buffer {
  return createCompoundFile({ EncryptionInfo: Buffer.from('info'), EncryptedPackage: Buffer.from('secret') });
}

/** Uploads an office file as a page does. The error is the envelope's code and message. */
export async function uploadOffice(
  visitor: TestVisitor,
  name: string,
  bytes: Uint8Array,
  token?: string,
): Promise<Result<OfficeConversion, { readonly code: number; readonly message: string }>> {
  const form = new FormData();
  form.set('file', new Blob([bytes.slice()]), name);
  const permission = token ?? expectOk(await visitor.api.call('uploadToken', {})).data;
  const response = await visitor.fetch(UPLOAD_OFFICE_PATH, {
    method: 'POST',
    body: form,
    headers: { authorization: `${UPLOAD_TOKEN_SCHEME} ${permission}`, language: 'en' },
  });
  const envelope = (await response.json()) as { code: number; data: OfficeConversion; message: string };
  return envelope.code === 200 ? ok(envelope.data) : err({ code: envelope.code, message: envelope.message });
}

export async function fetchConverted(visitor: TestVisitor, id: string): Promise<Response> {
  return visitor.fetch(CONVERTED_PATH + id);
}

import { buildZip, type ZipPart } from './zip-builder.ts';

/**
 * Content of a cell of a test workbook. A string is a shared string, a number is written as in JavaScript; `xml` is the
 * inside of a `<c>` with its attributes, for what has no shorthand.
 */
export type XlsxCell =
  | string
  | number
  | boolean
  | null
  | { readonly number: number | string; readonly format?: string }
  | { readonly error: string }
  | { readonly formula: string; readonly value?: number | string }
  | { readonly isoDate: string; readonly format?: string }
  | { readonly inline: string }
  | { readonly xml: string; readonly attributes?: string };

export interface XlsxSheet {
  readonly name: string;
  readonly hidden?: boolean;
  readonly rows: readonly (readonly XlsxCell[])[];
}

export interface XlsxOptions {
  readonly date1904?: boolean;
  readonly zip64?: boolean;
  /** The size of the zip directory in its end record, instead of the true one. */
  readonly directoryBytes?: number;
  /** Changes the parts before they are zipped, to break or recode them. */
  readonly change?: (parts: ZipPart[]) => ZipPart[];
  /** More `<si>` elements after the ordinary ones; `{xml: '<v>n</v>', attributes: 't="s"'}` refers to them. */
  readonly sharedItems?: readonly string[];
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** The first number for custom formats; those below are built in. */
const FIRST_CUSTOM_FORMAT = 164;

/** Writes an .xlsx as Excel would: shared strings, styles with number formats, relationships. */
export function buildXlsx(sheets: readonly XlsxSheet[], options: XlsxOptions = {}): Uint8Array<ArrayBuffer> {
  const strings = new Map<string, number>();
  const formats: string[] = [];
  const sheetParts = sheets.map((sheet, i) =>
    part(`xl/worksheets/sheet${i + 1}.xml`, sheetXml(sheet, strings, formats)),
  );
  const parts = [
    part('[Content_Types].xml', contentTypes(sheets.length)),
    part('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']])),
    part('xl/workbook.xml', workbookXml(sheets, options.date1904 === true)),
    part(
      'xl/_rels/workbook.xml.rels',
      relationships([
        ...sheets.map((_, i): [string, string] => ['worksheet', `worksheets/sheet${i + 1}.xml`]),
        ['styles', 'styles.xml'],
        ['sharedStrings', 'sharedStrings.xml'],
      ]),
    ),
    part('xl/styles.xml', stylesXml(formats)),
    part('xl/sharedStrings.xml', sharedStringsXml(strings, options.sharedItems ?? [])),
    ...sheetParts,
  ];
  const { zip64 = false, directoryBytes } = options;
  return buildZip(options.change?.(parts) ?? parts, { zip64, ...(directoryBytes !== undefined && { directoryBytes }) });
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** The letters of a column: `A` for 0. */
export function columnName(index: number): string {
  return (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
}

function part(name: string, xml: string): ZipPart {
  return { name, data: new TextEncoder().encode(HEAD + xml) };
}

function sheetXml({ rows }: XlsxSheet, strings: Map<string, number>, formats: string[]): string {
  const lines = rows.map((row, r) => {
    const cells = row.map((cell, c) => cellXml(cell, `${columnName(c)}${r + 1}`, strings, formats));
    return `<row r="${r + 1}">${cells.join('')}</row>`;
  });
  return `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function cellXml(cell: XlsxCell, reference: string, strings: Map<string, number>, formats: string[]): string {
  if (cell === null) return '';
  const c = (attributes: string, inside: string): string => `<c r="${reference}"${attributes}>${inside}</c>`;
  const style = (format: string | undefined): string =>
    format === undefined ? '' : ` s="${styleOf(format, formats)}"`;
  if (typeof cell === 'string') {
    const index = strings.get(cell) ?? strings.size;
    strings.set(cell, index);
    return c(' t="s"', `<v>${index}</v>`);
  }
  if (typeof cell === 'number') return c('', `<v>${cell}</v>`);
  if (typeof cell === 'boolean') return c(' t="b"', `<v>${cell ? 1 : 0}</v>`);
  if ('number' in cell) return c(style(cell.format), `<v>${cell.number}</v>`);
  if ('error' in cell) return c(' t="e"', `<v>${cell.error}</v>`);
  if ('isoDate' in cell) return c(`${style(cell.format)} t="d"`, `<v>${cell.isoDate}</v>`);
  if ('inline' in cell) return c(' t="inlineStr"', `<is><t>${escapeXml(cell.inline)}</t></is>`);
  if ('xml' in cell) return c(cell.attributes === undefined ? '' : ` ${cell.attributes}`, cell.xml);
  const formula = `<f>${escapeXml(cell.formula)}</f>`;
  if (cell.value === undefined) return c('', formula);
  const text = typeof cell.value === 'string';
  return c(text ? ' t="str"' : '', `${formula}<v>${escapeXml(String(cell.value))}</v>`);
}

function styleOf(format: string, formats: string[]): number {
  if (!formats.includes(format)) formats.push(format);
  // Style 0 is General.
  return formats.indexOf(format) + 1;
}

/** A format given as `#14` is the built-in of that number. */
function stylesXml(formats: readonly string[]): string {
  const custom = formats.map((code, i) => ({ code, id: FIRST_CUSTOM_FORMAT + i }));
  const idOf = (code: string, id: number): number => (/^#\d+$/.test(code) ? Number(code.slice(1)) : id);
  const numFmts = custom
    .filter(({ code }) => !/^#\d+$/.test(code))
    .map(({ code, id }) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`);
  const xfs = custom.map(({ code, id }) => `<xf numFmtId="${idOf(code, id)}" applyNumberFormat="1"/>`);
  return (
    `<styleSheet xmlns="${MAIN}"><numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts>` +
    `<cellStyleXfs count="1"><xf numFmtId="9"/></cellStyleXfs>` +
    `<cellXfs count="${xfs.length + 1}"><xf numFmtId="0"/>${xfs.join('')}</cellXfs></styleSheet>`
  );
}

function sharedStringsXml(strings: ReadonlyMap<string, number>, more: readonly string[]): string {
  const items = [...strings.keys()].map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`);
  return `<sst xmlns="${MAIN}">${items.join('')}${more.join('')}</sst>`;
}

function workbookXml(sheets: readonly XlsxSheet[], date1904: boolean): string {
  const list = sheets.map(
    ({ name, hidden }, i) =>
      `<sheet name="${escapeXml(name)}" sheetId="${i + 1}"${hidden === true ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`,
  );
  return (
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">` +
    `<workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${list.join('')}</sheets></workbook>`
  );
}

function relationships(list: readonly (readonly [string, string])[]): string {
  const items = list.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`;
}

function contentTypes(sheetCount: number): string {
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const sheets = Array.from(
    { length: sheetCount },
    (_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${sheet}.worksheet+xml"/>`,
  );
  return (
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${sheet}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${sheet}.styles+xml"/>` +
    `<Override PartName="/xl/sharedStrings.xml" ContentType="${sheet}.sharedStrings+xml"/>${sheets.join('')}</Types>`
  );
}

import { escapeXml } from './xlsx-builder.ts';
import { buildZip, type ZipPart } from './zip-builder.ts';

export const ODS_NAMESPACES: string = ['office', 'style', 'table', 'text', 'number', 'calcext', 'draw']
  .map((name) => `xmlns:${name}="urn:${name}"`)
  .join(' ');

/** Styles of numbers: general (`plain`), with two places (`two`, `child`), with a unit (`kg`); and of a sheet that is hidden. */
export const ODS_STYLES: string =
  '<number:number-style style:name="N0"><number:number number:min-integer-digits="1"/></number:number-style>' +
  '<number:number-style style:name="N2"><number:number number:decimal-places="2"/></number:number-style>' +
  '<number:number-style style:name="Nkg"><number:number number:min-integer-digits="1"/><number:text> kg</number:text>' +
  '</number:number-style>' +
  '<style:style style:name="plain" style:family="table-cell" style:data-style-name="N0"/>' +
  '<style:style style:name="two" style:family="table-cell" style:data-style-name="N2"/>' +
  '<style:style style:name="child" style:family="table-cell" style:parent-style-name="two"/>' +
  '<style:style style:name="circle" style:family="table-cell" style:parent-style-name="circle"/>' +
  '<style:style style:name="kg" style:family="table-cell" style:data-style-name="Nkg"/>' +
  '<style:style style:name="gone" style:family="table"><style:table-properties table:display="false"/></style:style>';

export interface OdsOptions {
  /** Inside of the manifest. */
  readonly manifest?: string;
  /** The local name of the body's child. */
  readonly body?: string;
  /** The common styles. */
  readonly styles?: string;
}

/** Writes an .ods with these tables as XML. */
export function buildOds(tables: string, options: OdsOptions = {}): Uint8Array<ArrayBuffer> {
  const { manifest = '', body = 'spreadsheet', styles = '' } = options;
  return buildZip([
    {
      name: 'mimetype',
      data: new TextEncoder().encode('application/vnd.oasis.opendocument.spreadsheet'),
      stored: true,
    },
    part('META-INF/manifest.xml', `<manifest:manifest xmlns:manifest="m">${manifest}</manifest:manifest>`),
    part(
      'styles.xml',
      `<office:document-styles ${ODS_NAMESPACES}><office:styles>${styles}</office:styles></office:document-styles>`,
    ),
    part(
      'content.xml',
      `<office:document-content ${ODS_NAMESPACES}><office:automatic-styles>${ODS_STYLES}</office:automatic-styles>` +
        `<office:body><office:${body}>${tables}</office:${body}></office:body></office:document-content>`,
    ),
  ]);
}

function part(name: string, xml: string): ZipPart {
  return { name, data: new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`) };
}

export function odsTable(rows: string, name = 'Data', style = ''): string {
  return `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`;
}

export function odsRow(...cells: readonly string[]): string {
  return `<table:table-row>${cells.join('')}</table:table-row>`;
}

/** A cell with these attributes and this shown text, as XML. */
export function odsCell(attributes: string, shown: string | null = null): string {
  return `<table:table-cell ${attributes}>${shown === null ? '' : `<text:p>${shown}</text:p>`}</table:table-cell>`;
}

export function odsText(text: string): string {
  return odsCell('office:value-type="string"', escapeXml(text));
}

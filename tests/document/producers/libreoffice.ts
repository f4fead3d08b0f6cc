import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawnOf } from '#tests/support/seed.ts';
import { inFolder, type MadeDocument } from './made-document.ts';

const NAMESPACES = ['office', 'text', 'table', 'style']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  )
  .join(' ');

function flat(kind: 'text' | 'spreadsheet' | 'presentation', body: string): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMESPACES} office:version="1.3" ` +
    `office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:automatic-styles>` +
    '<style:style style:name="Big" style:family="paragraph"><style:text-properties fo:font-size="28pt" fo:font-weight="bold"/></style:style>' +
    '<style:style style:name="Box" style:family="table-cell"><style:table-cell-properties fo:border="1pt solid #000000"/></style:style>' +
    `</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`
  );
}

const cell = (text: string): string =>
  `<table:table-cell table:style-name="Box" office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
const table = (rows: number): string =>
  `<table:table table:name="T"><table:table-column table:number-columns-repeated="3"/>${Array.from(
    { length: rows },
    (_, i) =>
      `<table:table-row>${cell(`Article ${i}`)}${cell(`${i * 12} pcs`)}${cell(`Shelf ${i % 7}`)}</table:table-row>`,
  ).join('')}</table:table>`;

/** Each source with the intermediate formats on its way to a PDF. */
const SOURCES = [
  {
    ending: 'fodt',
    formats: ['docx', 'doc', 'odt'],
    xml: flat(
      'text',
      '<text:h text:outline-level="1">Delivery note 42</text:h><text:p text:style-name="Big">TO: Jo Example</text:p>' +
        `${'<text:p>The quick brown fox jumps over the lazy dog, and back again.</text:p>'.repeat(6)}${table(8)}`,
    ),
  },
  { ending: 'fods', formats: ['xlsx', 'xls', 'ods'], xml: flat('spreadsheet', table(30)) },
  {
    ending: 'fodp',
    formats: ['pptx', 'ppt', 'odp'],
    xml: flat(
      'presentation',
      '<draw:page draw:name="P"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="14cm" svg:height="3cm"><draw:text-box>' +
        '<text:p text:style-name="Big">Shelf 12 North</text:p></draw:text-box></draw:frame>' +
        '<draw:rect svg:x="3cm" svg:y="7cm" svg:width="8cm" svg:height="4cm"/>' +
        '<draw:ellipse svg:x="14cm" svg:y="7cm" svg:width="6cm" svg:height="4cm"/></draw:page>',
    ),
  },
] as const;

/** One office file format of each kind of document, drawn by the run's seed, printed by LibreOffice, which starts again for each. */
export function libreofficeDocuments(): Promise<readonly MadeDocument[]> {
  return inFolder((folder) => {
    const convert = (to: string, ...files: readonly string[]): void => {
      execFileSync(
        'soffice',
        [
          `-env:UserInstallation=file://${folder}/profile`,
          '--headless',
          '--convert-to',
          to,
          '--outdir',
          folder,
          ...files,
        ],
        { cwd: folder, stdio: 'ignore', env: { ...process.env, HOME: folder } },
      );
    };
    const office: string[] = [];
    const drawn = SOURCES.map(({ ending, formats, xml }) => ({ ending, formats: drawnOf(ending, formats), xml }));
    for (const { ending, formats, xml } of drawn) {
      for (const format of formats) {
        // Named by its format, so that the PDFs do not overwrite each other.
        writeFileSync(join(folder, `${format}.${ending}`), xml);
        convert(format, `${format}.${ending}`);
        office.push(`${format}.${format}`);
      }
    }
    convert('pdf', ...office);
    return drawn.flatMap(({ formats }) =>
      formats.map((format) => ({
        name: `LibreOffice: ${format}`,
        pdf: new Uint8Array(readFileSync(join(folder, `${format}.pdf`))),
      })),
    );
  });
}

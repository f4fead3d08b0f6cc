import { inflateRawSync } from 'node:zlib';
import { readZipDirectory } from '#server/core/files/zip-directory.ts';
import { buildZip, type ZipPart } from '#tests/support/zip-builder.ts';
import { createCompoundFile, createDocx, createXlsx, paragraph, textPart } from '../office-files.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A `.docm` file: a Word file with a macro project, and with a template at another address. */
export function createDocm(link: string): Buffer {
  const project: ZipPart = {
    name: 'word/vbaProject.bin',
    data: createCompoundFile({ PROJECT: Buffer.from('Module=A') }),
  };
  const relations =
    '<Relationship Id="r8" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/>' +
    `<Relationship Id="r9" Type="${OFFICE}/attachedTemplate" Target="${link}/template.dotm" TargetMode="External"/>`;
  const file = createDocx(paragraph('Macros'), relations, [project]);
  return repacked(file, (name, text) =>
    name === '[Content_Types].xml'
      ? text
          .replace(
            'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
            'application/vnd.ms-word.document.macroEnabled.main+xml',
          )
          .replace(
            '<Override',
            '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Override',
          )
      : text,
  );
}

/** A workbook that calls a web service, links to another workbook, and has a web query that refreshes on opening. */
export function createAskingWorkbook(link: string): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const cells = `<c r="A1"><v>5</v></c><c r="B1"><f>WEBSERVICE("${link}/service")</f></c><c r="C1"><f>[1]A!A1</f><v>7</v></c>`;
  const file = createXlsx(`<row r="1">${cells}</row>`);
  const further = [
    textPart(
      'xl/connections.xml',
      `<connections xmlns="${main}"><connection id="1" name="web" type="4" refreshOnLoad="1" refreshedVersion="2"><webPr url="${link}/query" xl2000="1"/></connection></connections>`,
    ),
    textPart(
      'xl/externalLinks/externalLink1.xml',
      `<externalLink xmlns="${main}" xmlns:r="${OFFICE}"><externalBook r:id="r1"><sheetNames><sheetName val="A"/></sheetNames></externalBook></externalLink>`,
    ),
    textPart(
      'xl/externalLinks/_rels/externalLink1.xml.rels',
      relations(
        `<Relationship Id="r1" Type="${OFFICE}/externalLinkPath" Target="${link}/other.xlsx" TargetMode="External"/>`,
      ),
    ),
  ];
  const change = (name: string, text: string): string => {
    if (name === 'xl/workbook.xml')
      return text.replace(
        '</sheets>',
        '</sheets><externalReferences><externalReference r:id="r2"/></externalReferences>',
      );
    if (name !== 'xl/_rels/workbook.xml.rels') return text;
    return text.replace(
      '</Relationships>',
      `<Relationship Id="r2" Type="${OFFICE}/externalLink" Target="externalLinks/externalLink1.xml"/>` +
        `<Relationship Id="r3" Type="${OFFICE}/connections" Target="connections.xml"/></Relationships>`,
    );
  };
  return repacked(file, change, further);
}

/** Slides with a linked picture and a linked film at another address on the first one. */
export function withLinkedMedia(slides: Buffer, link: string): Buffer {
  const picture =
    '<p:pic><p:nvPicPr><p:cNvPr id="90" name="P"/><p:cNvPicPr/><p:nvPr><a:videoFile r:link="rFilm"/></p:nvPr></p:nvPicPr>' +
    '<p:blipFill><a:blip r:link="rPicture"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>' +
    '<p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></p:spPr></p:pic>';
  const outside = (id: string, type: string, path: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${link}/${path}" TargetMode="External"/>`;
  return repacked(slides, (name, text) => {
    if (name === 'ppt/slides/slide1.xml') return text.replace('</p:spTree>', `${picture}</p:spTree>`);
    if (name !== 'ppt/slides/_rels/slide1.xml.rels') return text;
    const media = outside('rFilm', 'video', 'film.mp4') + outside('rPicture', 'image', 'slide.png');
    return text.replace('</Relationships>', `${media}</Relationships>`);
  });
}

function relations(inside: string): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
}

/** The archive with other texts in its XML parts, and with further parts. */
function repacked(
  file: Buffer,
  change: (name: string, text: string) => string,
  further: readonly ZipPart[] = [],
): Buffer {
  const entries = readZipDirectory(file, 1_000);
  if (entries === null) throw new Error('no archive');
  const parts = entries.map(({ name, dataAt, packedBytes, isStored }): ZipPart => {
    const packed = file.subarray(dataAt, dataAt + packedBytes);
    const data = isStored ? packed : inflateRawSync(packed);
    return /\.(xml|rels)$/.test(name) ? textPart(name, change(name, data.toString('utf8'))) : { name, data };
  });
  return Buffer.from(buildZip([...parts, ...further]));
}

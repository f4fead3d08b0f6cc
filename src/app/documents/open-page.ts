import type { Rect, Size } from '#model/kernel/geometry.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { sha256Hex } from '#model/kernel/sha256.ts';
import { dotsPerMm, mmToDots } from '#model/kernel/units.ts';
import type { PagePart } from '#model/document/document-file.ts';
import type { DocumentPlan } from '#model/document/document-plan.ts';
import type { DocumentLook } from '#model/document/document-look.ts';
import { PAPER, type GreyPlane } from '#model/document/grey-plane.ts';
import type { TakenApart } from '#model/document/page-objects.ts';
import { pageTemplate, type ElementStems } from '#model/document/page-template.ts';
import type { LabelDots } from '#model/page/label-dots.ts';
import type { Template } from '#model/template/template.ts';
import type { DocumentClient } from '#services/document/document-client.ts';
import type { DocumentPreview } from '#services/document/document-preview.ts';

/** As one picture, or with an element for each object that can become one. */
export type OpenWay = 'picture' | 'elements';

/** The label to open, as it would print. */
export interface PageToOpen {
  readonly part: PagePart;
  readonly look: DocumentLook;
  readonly size: Size;
  readonly dpi: number;
  readonly fileName: string;
}

interface PageServices {
  readonly documents: Pick<DocumentClient, 'label' | 'takeApart'>;
  readonly documentPreview: DocumentPreview;
}

/** Makes an ordinary label from a part of a page. Problems: those of `DocumentClient.label`, `aborted`. */
export async function openPage(
  { documents, documentPreview }: PageServices,
  way: OpenWay,
  page: PageToOpen,
  stems: ElementStems,
  signal: AbortSignal,
): Promise<Result<Template>> {
  const { part, size, dpi, fileName } = page;
  // Elements are black on paper, independent of the print settings of the page.
  const look = way === 'elements' ? { ...page.look, invert: false } : page.look;
  const asked = { ...part, look };
  const dots = dotsOf(size, dpi);
  const symbols = way === 'elements' ? await symbolsOf(documentPreview, { ...page, look }, signal) : ok([]);
  if (!symbols.ok) return symbols;
  const made: Result<TakenApart> =
    way === 'elements'
      ? await documents.takeApart(asked, dots, symbols.value, signal)
      : withoutObjects(await documents.label(asked, dots, signal));
  if (!made.ok) return made;
  const { objects, rest } = made.value;
  const { oneBit, threshold } = look;
  const opened = {
    name: labelName(fileName, part.page),
    widthMm: size.width,
    heightMm: size.height,
    picture: way === 'elements' && isPaper(rest) ? null : await pictureOf(rest),
    look: { oneBit, threshold },
    objects,
  };
  return ok(pageTemplate(opened, stems, Math.random));
}

/** The boxes of symbols on the label: their bars don't become elements. */
async function symbolsOf(
  preview: DocumentPreview,
  { part, look, size, dpi, fileName }: PageToOpen,
  signal: AbortSignal,
): Promise<Result<readonly Rect[]>> {
  const plan: DocumentPlan = {
    documents: [{ document: part.document, fileName }],
    parts: [part],
    look: { ...look, symbols: 'keep', unread: 'allow' },
    widthMm: size.width,
    heightMm: size.height,
    collatedCopies: 1,
  };
  const page = await preview.asPrinted(plan, 0, dpi, null, signal);
  if (!page.ok) return page;
  const found = page.value.labels.flatMap(({ symbols }) => symbols);
  return ok(found.flatMap((symbol) => (symbol.found === undefined ? [] : [symbol.found.boundsMm])));
}

function withoutObjects(picture: Result<GreyPlane>): Result<TakenApart> {
  return picture.ok ? ok({ objects: [], rest: picture.value }) : picture;
}

function isPaper({ grey }: GreyPlane): boolean {
  return grey.every((light) => light === PAPER);
}

async function pictureOf(plane: GreyPlane): Promise<{
  readonly key: AssetKey;
  readonly asset: { readonly mime: 'image/png'; readonly bytes: Uint8Array<ArrayBuffer> };
}> {
  const bytes = await greyAsPng(plane);
  return { key: (await sha256Hex(bytes)) as AssetKey, asset: { mime: 'image/png', bytes } };
}

/** The dots of the label when printed without a calibration. */
function dotsOf({ width, height }: Size, dpi: number): LabelDots {
  const perMm = dotsPerMm(dpi);
  return {
    widthDots: Math.max(1, mmToDots(width, dpi)),
    heightDots: Math.max(1, mmToDots(height, dpi)),
    acrossPerMm: perMm,
    alongPerMm: perMm,
  };
}

/** The page number and the file's name, without characters that label names can't contain. */
export function labelName(fileName: string, page: number): string {
  const plain = fileName
    .replace(/\.[a-z\d]{1,5}$/i, '')
    .replaceAll(/[\\/:*?"<>|]/g, ' ')
    .trim();
  return `${plain} ${page + 1}`.trim();
}

/** A lossless file of the gray of each dot. */
async function greyAsPng({ width, height, grey }: GreyPlane): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = new ImageData(width, height);
  const words = new Uint32Array(pixels.data.buffer);
  for (const [i, light] of grey.entries()) words[i] = (0xff000000 | (light * 0x010101)) >>> 0;
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.putImageData(pixels, 0, 0);
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
}

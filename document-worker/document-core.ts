import { sha256Hex } from '#model/kernel/sha256.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DocumentInfo, DocumentKey } from '#model/document/document-file.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import { contentBox } from '#model/document/split/content-box.ts';
import type { PagePlane } from '#model/document/split/reduced-plane.ts';
import { splitSheet } from '#model/document/split/split-sheet.ts';
import type { DocumentWorkerApi } from '#protocol/document.ts';
import { openDocument } from './open/open-document.ts';
import type { OpenDocument } from './open/pdf-pages.ts';
import type { Pdfium } from './pdfium/pdfium.ts';
import { provideFonts, type FallbackFont } from './pdfium/system-fonts.ts';
import { takeApart } from './take-apart.ts';
import { labelPicture, placedOn, type SourcePage } from './label-picture.ts';
import { pagePicture, pagePlane } from './page-picture.ts';
import { FONT_FACES } from '#model/elements/base/fonts.ts';
import type { TextFont } from './text-lines.ts';

interface Opened {
  readonly document: OpenDocument;
  readonly info: DocumentInfo;
}

interface OpenedPage {
  readonly page: SourcePage;
  /** The whole page, in mm. */
  readonly whole: Rect;
}

/** Dots per mm of the planes in which labels and content are searched: about 100 dpi. */
const FINDER_PER_MM = 4;

function finderPlane(pdfium: Pdfium, { page, whole }: OpenedPage): PagePlane {
  const { perMm, ...plane } = pagePlane(pdfium, page, whole, FINDER_PER_MM);
  return { ...plane, dotsPerMm: perMm };
}

/** The functions of a document worker, in a worker or in Node. After an exception pdfium can't be used any more. */
export function createDocumentCore(pdfium: Pdfium, readFont: ReadDocumentFont): DocumentWorkerApi<Blob> {
  provideFonts(pdfium, readFont);
  const opened = new Map<DocumentKey, Opened>();

  function pageOf(key: DocumentKey, index: number): Result<OpenedPage> {
    const found = opened.get(key);
    if (found === undefined) return err(problem('document.notOpen'));
    const loaded = found.document.load(index);
    const info = found.info.pages[index];
    if (!loaded.ok || info === undefined)
      return loaded.ok ? err(problem('document.noPage', { page: index + 1 })) : loaded;
    return ok({ page: { ...loaded.value, ...info }, whole: { x: 0, y: 0, ...info.sizeMm } });
  }

  return {
    async open(file, fileName, password) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const key = `sha256:${await sha256Hex(bytes)}` as DocumentKey;
      const known = opened.get(key);
      if (known !== undefined) return ok({ ...known.info, fileName });
      const document = await openDocument(pdfium, bytes, fileName, password, readFont);
      if (!document.ok) return document;
      const { kind, pages } = document.value;
      const info = { document: key, kind, fileName, pages };
      opened.set(key, { document: document.value, info });
      return ok(info);
    },
    async picture(key, request) {
      const page = pageOf(key, request.page);
      return page.ok ? ok(pagePicture(pdfium, page.value.page, request.boxMm ?? page.value.whole, request)) : page;
    },
    async plane(key, index, perMm) {
      const page = pageOf(key, index);
      return page.ok ? ok(pagePlane(pdfium, page.value.page, page.value.whole, perMm)) : page;
    },
    async split(key, index) {
      const page = pageOf(key, index);
      return page.ok ? ok(splitSheet(finderPlane(pdfium, page.value))) : page;
    },
    async content(key, index) {
      const page = pageOf(key, index);
      return page.ok ? ok(contentBox(finderPlane(pdfium, page.value))) : page;
    },
    async label(label, dots) {
      const page = pageOf(label.document, label.page);
      return page.ok ? labelPicture(pdfium, page.value.page, label.boxMm ?? page.value.whole, label, dots) : page;
    },
    async takeApart(label, dots, keepMm) {
      const found = pageOf(label.document, label.page);
      if (!found.ok) return found;
      const { page, whole } = found.value;
      const box = label.boxMm ?? whole;
      const { toLabel, area } = placedOn(page, box, label, dots);
      const { objects, rest } = takeApart(pdfium, page, toLabel, area, keepMm, () =>
        labelPicture(pdfium, page, box, label, dots),
      );
      if (!rest.ok) return rest;
      const { width, height, grey } = rest.value;
      return ok({ objects, rest: { width, height, grey } });
    },
    async close(key) {
      opened.get(key)?.document.close();
      opened.delete(key);
      return null;
    },
  };
}

/** A font of the product that documents use. */
type DocumentFont = FallbackFont | TextFont;

/** Returns the whole font file synchronously, or null if it is unavailable. */
export type ReadDocumentFont = (name: DocumentFont) => Uint8Array | null;

/** `<package>/<path>` of the font's regular face. */
export function fontFileOf(name: DocumentFont): string {
  const face = FONT_FACES.find(({ file, weight }) => weight === 400 && file.endsWith(`/${name}_400Regular.ttf`));
  if (face === undefined) throw new Error(`the product has no font ${name}`);
  return face.file;
}

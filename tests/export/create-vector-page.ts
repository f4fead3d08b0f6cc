import { composeLabel } from '#model/page/compose.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { expectOk } from '#model/kernel/result.ts';
import { NO_RECORD } from '#model/data/record.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import type { Template } from '#model/template/template.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createImageLibrary, type ImageLibrary } from '#render-worker/images/image-library.ts';
import { createViewImagePainter } from '#render-worker/images/view-image-painter.ts';
import { createSkiaPainter } from '#render-worker/paint/skia-painter.ts';
import { createFaceFiles, type FaceFiles } from '#render-worker/export/face-files.ts';
import { VectorPdf } from '#render-worker/export/export-pdf.ts';
import { pageToSvg } from '#render-worker/export/export-svg.ts';
import type { VectorPage } from '#render-worker/export/vector-page.ts';
import { createSkiaFixture, drawPixels, type SkiaFixture } from '#tests/render/skia-fixture.ts';
import { TEST_TIME } from '#tests/support/create-elements.ts';

export interface ExportFixture extends SkiaFixture {
  readonly files: FaceFiles;
  readonly library: ImageLibrary;
  list(template: Template, dpi: number): Promise<DisplayList>;
  /** The findings about the label that don't stop a print. */
  warnings(template: Template): Promise<readonly Problem[]>;
  pdf(pages: readonly VectorPage[]): Promise<Uint8Array>;
  svg(page: VectorPage): Promise<string>;
  /** Our own antialiased picture in gray, `width` x `height` pixels. */
  gray(list: DisplayList, dpi: number): { width: number; height: number; gray: Uint8Array };
}

export async function createExportFixture(): Promise<ExportFixture> {
  const fixture = await createSkiaFixture();
  const { skia, fonts, measure } = fixture;
  const files = createFaceFiles(fonts);
  const library = createImageLibrary(skia);
  const painter = createSkiaPainter(skia, fonts);
  const signal = new AbortController().signal;
  return {
    ...fixture,
    files,
    library,
    async list(template, dpi) {
      library.add(template.assets);
      const context = { measure, dpi, label: template.label, imageSize: library.size, now: TEST_TIME };
      return expectOk(await withFonts(fonts, () => composeLabel(template, NO_RECORD, context))).list;
    },
    async warnings(template) {
      const context = { measure, dpi: 203, label: template.label, imageSize: library.size, now: TEST_TIME };
      return expectOk(await withFonts(fonts, () => composeLabel(template, NO_RECORD, context))).warnings.map(
        (warning) => warning.problem,
      );
    },
    async pdf(pages) {
      const pieces: Uint8Array[] = [];
      const pdf = new VectorPdf((bytes) => Promise.resolve(void pieces.push(bytes)), files, library);
      await pdf.start();
      for (const page of pages) {
        expectOk(await files.open(page, signal));
        await pdf.add(page);
      }
      await pdf.end();
      return Buffer.concat(pieces);
    },
    async svg(page) {
      expectOk(await files.open(page, signal));
      return pageToSvg(page, 'Test', files, library);
    },
    gray(list, dpi) {
      const width = Math.ceil((list.widthMm * dpi) / 25.4 - 1e-6);
      const height = Math.ceil((list.heightMm * dpi) / 25.4 - 1e-6);
      const rgba = drawPixels(skia, 'rgba', width, height, (canvas) => {
        const images = createViewImagePainter(skia, library, () => list.dpi);
        painter.paint(canvas, list, { pxPerMm: dpi / 25.4, originXPx: 0, originYPx: 0, antialias: true, images });
      });
      return { width, height, gray: Uint8Array.from({ length: width * height }, (_, i) => rgba[i * 4] ?? 255) };
    },
  };
}

export function onePage(list: DisplayList): VectorPage {
  return { widthMm: list.widthMm, heightMm: list.heightMm, labels: [{ list, xMm: 0, yMm: 0 }] };
}

import { beforeAll, describe, expect, test } from 'vitest';
import type { DocumentWorkerApi } from '#protocol/document.ts';
import { expectOk } from '#model/kernel/result.ts';
import { mmToDots } from '#model/kernel/units.ts';
import { cairoDocuments } from './producers/cairo.ts';
import { chromiumDocuments } from './producers/chromium.ts';
import { ghostscriptDocuments } from './producers/ghostscript.ts';
import { libreofficeDocuments } from './producers/libreoffice.ts';
import type { MadeDocument } from './producers/made-document.ts';
import { pdfLibDocuments } from './producers/pdf-lib.ts';
import { shiftBetween, strayInk } from './support/compare-pictures.ts';
import { createDocuments, createLook, createPageLabel, labelDots, opened } from './support/documents.ts';
import { drawnCount } from '#tests/support/seed.ts';
import { popplerPages } from './support/poppler.ts';

const DPI = 203;
const PRODUCERS: readonly (readonly [
  name: string,
  documents: () => Promise<readonly MadeDocument[]>,
  count: number,
])[] = [
  ['LibreOffice', libreofficeDocuments, drawnCount(9, 3)],
  ['Chromium', chromiumDocuments, 7],
  ['pdf-lib', pdfLibDocuments, 5],
  ['Ghostscript', ghostscriptDocuments, 5],
  ['cairo', cairoDocuments, 4],
];

let documents: DocumentWorkerApi<Blob>;
beforeAll(async () => {
  documents = await createDocuments();
});

describe('documents of five makers against poppler at the same resolution', () => {
  test.each(PRODUCERS)(
    '%s: exact sizes, and nothing is shifted by more than a dot',
    async (_, make, count) => {
      const made = await make();
      expect(made).toHaveLength(count);
      for (const { name, pdf } of made) {
        const info = await opened(documents, pdf);
        const theirs = popplerPages(pdf, DPI);
        expect(info.pages.length, name).toBe(theirs.length);
        for (const [page, { sizeMm }] of info.pages.entries()) {
          const look = createLook({
            placement: { ...createLook().placement, fit: 'actual', horizontal: 'left', vertical: 'top' },
          });
          const dots = labelDots(sizeMm.width, sizeMm.height, DPI);
          const ours = expectOk(await documents.label(createPageLabel(info.document, page, { look }), dots));
          const their = theirs[page] ?? ours;
          // Poppler gives a page that is no whole dots one more.
          const [more, higher] = [their.width - ours.width, their.height - ours.height];
          expect(Math.min(more, higher), name).toBeGreaterThanOrEqual(0);
          expect(Math.max(more, higher), name).toBeLessThanOrEqual(1);
          expect([ours.width, ours.height], name).toEqual([mmToDots(sizeMm.width, DPI), mmToDots(sizeMm.height, DPI)]);
          const { x, y } = shiftBetween(ours, their, 2);
          expect(Math.max(Math.abs(x), Math.abs(y)), name).toBeLessThanOrEqual(1);
          expect(strayInk(ours, their, 1), name).toBeLessThan(0.001);
          expect(strayInk(their, ours, 1), name).toBeLessThan(0.001);
        }
        await documents.close(info.document);
      }
    },
    120_000,
  );
});

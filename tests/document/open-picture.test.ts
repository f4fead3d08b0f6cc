import { beforeAll, describe, expect, test } from 'vitest';
import type { DocumentWorkerApi } from '#protocol/document.ts';
import { createJpeg, createPng } from '../print/create-image-files.ts';
import { createDocuments, openBytes, opened } from './support/documents.ts';

let documents: DocumentWorkerApi<Blob>;
beforeAll(async () => {
  documents = await createDocuments();
});

/** Of 32 x 16 pixels at 96 dpi. */
const [LONG_MM, SHORT_MM] = [(32 * 25.4) / 96, (16 * 25.4) / 96];

describe('a picture as a document', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('has its displayed size when it is rotated by Exif %i', async (orientation) => {
    const { pages } = await opened(documents, new Uint8Array(createJpeg(orientation)));
    const [width, height] = orientation < 5 ? [LONG_MM, SHORT_MM] : [SHORT_MM, LONG_MM];
    expect(pages).toHaveLength(1);
    expect(pages[0]?.sizeMm.width).toBeCloseTo(width, 3);
    expect(pages[0]?.sizeMm.height).toBeCloseTo(height, 3);
  });

  test.each([
    [0, 5],
    [5, 0],
    [0, 0],
  ])('is rejected with %i x %i pixels', async (width, height) => {
    const png = new Uint8Array(createPng(width, height, () => [0, 0, 0, 255]));
    expect(await openBytes(documents, png)).toMatchObject({ ok: false, error: { code: 'image.corrupt' } });
    const jpeg = new Uint8Array(createJpeg(1));
    const frame = jpeg.findIndex((byte, i) => byte === 0xff && jpeg[i + 1] === 0xc0);
    jpeg.set([0, height, 0, width], frame + 5);
    expect(await openBytes(documents, jpeg)).toMatchObject({ ok: false, error: { code: 'image.corrupt' } });
  });
});

import { describe, expect, test } from 'vitest';
import { contentBox } from '#model/document/split/content-box.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { PagePlane } from '#model/document/split/reduced-plane.ts';
import { createRandom } from '#tests/support/symbol-values.ts';
import { scanned } from './sheets/scan.ts';

const DOTS_PER_MM = 100 / 25.4;

function createPage(inked: readonly Rect[], dotsPerMm = DOTS_PER_MM): PagePlane {
  const [width, height] = [Math.round(210 * dotsPerMm), Math.round(297 * dotsPerMm)];
  const grey = new Uint8Array(width * height).fill(255);
  for (const rect of inked) {
    for (let y = Math.round(rect.y * dotsPerMm); y < Math.round((rect.y + rect.height) * dotsPerMm); y++) {
      grey.fill(
        0,
        y * width + Math.round(rect.x * dotsPerMm),
        y * width + Math.round((rect.x + rect.width) * dotsPerMm),
      );
    }
  }
  return { grey, width, height, dotsPerMm };
}

function expectBox(found: Rect | null, wanted: Rect, tolerance = 0.4): void {
  const edgesOf = ({ x, y, width, height }: Rect): readonly number[] => [x, y, x + width, y + height];
  const edges = found === null ? [] : edgesOf(found);
  for (const [i, edge] of edgesOf(wanted).entries()) {
    expect(Math.abs((edges[i] ?? NaN) - edge)).toBeLessThan(tolerance);
  }
}

const CONTENT = [
  { x: 30, y: 40, width: 60, height: 10 },
  { x: 50, y: 100, width: 100, height: 80 },
];
const AROUND = { x: 30, y: 40, width: 120, height: 140 };

describe("the bounding box of a page's content", () => {
  test.each([72, 100, 203, 300, 600])('is found at %i dpi', (dpi) => {
    expectBox(contentBox(createPage(CONTENT, dpi / 25.4)), AROUND);
  });

  test('includes hairlines on fine planes', () => {
    const line = { x: 20, y: 200, width: 100, height: 0.05 };
    expectBox(contentBox(createPage([line], 600 / 25.4)), line);
  });

  test.each([1, 2, 3, 4, 5])('ignores the noise, the dirt and the dark borders of a scan: %i', (seed) => {
    const page = scanned(createPage(CONTENT), { specks: 400, noise: 10 + seed * 5, borders: true }, createRandom(seed));
    // Dirt as near to the content as a full stop counts as one.
    expectBox(contentBox(page), AROUND, 2);
  });

  test('keeps a full stop, and a straight band that is printed at the edge', () => {
    const stop = { x: 30.4, y: 50.3, width: 0.4, height: 0.4 };
    expectBox(contentBox(createPage([...CONTENT, stop])), AROUND);
    expectBox(contentBox(createPage([{ x: 0, y: 0, width: 210, height: 6 }])), { x: 0, y: 0, width: 210, height: 6 });
  });

  test('is none on a blank page, with any scan noise', () => {
    expect(contentBox(createPage([]))).toBeNull();
    const page = scanned(createPage([]), { specks: 300, noise: 25, borders: true }, createRandom(7));
    expect(contentBox(page)).toBeNull();
    expect(contentBox({ grey: new Uint8Array(), width: 0, height: 0, dotsPerMm: 4 })).toBeNull();
  });
});

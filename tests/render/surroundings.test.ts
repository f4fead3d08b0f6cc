import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { expectOk } from '#model/kernel/result.ts';
import { NO_RECORD } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';
import { SURROUNDINGS } from '#app/ui/theme/surroundings.ts';
import type { SkiaFixture } from './skia-fixture.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createRasterTarget } from '#render-worker/view/raster-target.ts';
import { View } from '#render-worker/view/view.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createPrintFixture } from '../print/create-print-core-fixture.ts';

const DPI = 203;
const PX_PER_MM = DPI / 25.4;
/** Around the paper, in pixels. */
const MARGIN = 60;

interface Shown {
  readonly widthPx: number;
  readonly at: (x: number, y: number) => readonly number[];
}

/** A code on the label, and optionally a black block to the left of it. */
function createTemplate(hasItemsOutside: boolean): Template {
  const { label } = createTestTemplate([], { widthMm: 40, heightMm: 20 });
  const code = { sources: [fixedText('LW-0042')], widthMm: 30, heightMm: 8, numberPosition: 'none' } as const;
  const block = createTestElement('rectangle', { xMm: -6, yMm: 8, widthMm: 4, heightMm: 4, filled: true });
  return {
    label,
    elements: [createTestElement('barcode', { ...code, xMm: 4, yMm: 6 }), ...(hasItemsOutside ? [block] : [])],
    assets: new Map(),
  };
}

/** One pixel a dot. */
async function show(fixture: SkiaFixture, template: Template, surroundings: string): Promise<Shown> {
  const widthPx = Math.round(40 * PX_PER_MM) + 2 * MARGIN;
  const heightPx = Math.round(20 * PX_PER_MM) + 2 * MARGIN;
  const pixels = await new Promise<Uint8Array>((resolve) => {
    const view = new View({
      ...fixture,
      library: createImageLibrary(fixture.skia),
      target: createRasterTarget(fixture.skia, (shown) => {
        resolve(shown.slice());
        setTimeout(() => view.dispose());
      }),
      schedule: (task) => setTimeout(task),
      onFrame: () => undefined,
      now: () => performance.now(),
    });
    view.reset(1, template);
    const viewport = { widthPx, heightPx, pxPerMm: PX_PER_MM, originXPx: MARGIN, originYPx: MARGIN };
    view.show({ viewport, dpi: DPI, record: NO_RECORD, surroundings });
  });
  return { widthPx, at: (x, y) => [...pixels.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 3)] };
}

describe.each(Object.entries(SURROUNDINGS))('around the label in the %s theme', (_theme, surroundings) => {
  const around = [1, 3, 5].map((at) => Number.parseInt(surroundings.slice(at, at + 2), 16));

  test('have the color of the theme, and on the paper are the printed bits', async () => {
    const fixture = await createPrintFixture();
    const template = createTemplate(true);
    const shown = await show(fixture, template, surroundings);
    const { runId } = expectOk(await fixture.core.openRun({ template, dpi: DPI }));
    const page = expectOk(await fixture.core.previewPage(runId, [NO_RECORD]));
    await fixture.core.closeRun(runId);
    const printed = PNG.sync.read(Buffer.from(page.png));
    const differing: number[] = [];
    for (let y = 0; y < printed.height; y += 1) {
      for (let x = 0; x < printed.width; x += 1) {
        const bit = printed.data[(y * printed.width + x) * 4];
        if (shown.at(x + MARGIN, y + MARGIN).some((part) => part !== bit)) differing.push(y * printed.width + x);
      }
    }
    expect(differing).toEqual([]);
  });

  test.each([false, true])('the content next to it stays visible: %s', async (hasItemsOutside) => {
    const shown = await show(await createPrintFixture(), createTemplate(hasItemsOutside), surroundings);
    const near = (color: readonly number[]): number =>
      Math.max(...color.map((part, i) => Math.abs(part - (around[i] ?? 0))));
    expect(near(shown.at(2, 2))).toBeLessThanOrEqual(hasItemsOutside ? 1 : 0);
    const [x, y] = [MARGIN - Math.round(4 * PX_PER_MM), MARGIN + Math.round(10.5 * PX_PER_MM)];
    if (hasItemsOutside) expect(near(shown.at(x, y))).toBeGreaterThan(30);
    else expect(near(shown.at(x, y))).toBe(0);
  });
});

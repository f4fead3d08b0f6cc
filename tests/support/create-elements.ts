import type { AssetKey, ElementId } from '#model/kernel/ids.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import type { ElementType, ElementByType, LabelElement } from '#model/elements/element.ts';
import type { LayoutContext } from '#model/elements/base/layout.ts';
import { createElement } from '#model/elements/registry.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import type { LabelSettings, Template } from '#model/template/template.ts';
import { createFakeMeasure } from './fake-measure.ts';

export const TEST_ASSET = 'ab'.repeat(32) as AssetKey;

/** Current time in tests. */
export const TEST_TIME: LocalTime = { year: 2026, month: 3, day: 7, hour: 14, minute: 5, second: 9 };

let running = 0;

/** An element of a type with the given fields, at the center of a 100 x 80 label. */
export function createTestElement<T extends ElementType>(
  type: T,
  fields: Partial<ElementByType[T]> = {},
): ElementByType[T] {
  running++;
  const element = createElement(type, {
    id: `T${String(running).padStart(7, '0')}` as ElementId,
    name: `${type}${running}`,
    centreMm: { x: 50, y: 40 },
    labelWidthMm: 100,
    labelHeightMm: 80,
    zoom: 1,
    text: 'Label',
    image: { asset: TEST_ASSET, size: { width: 40, height: 20 } },
  });
  return { ...element, ...fields };
}

export function createTestTemplate(elements: readonly LabelElement[], settings: Partial<LabelSettings> = {}): Template {
  return {
    label: createLabelSettings('Test', settings),
    elements,
    assets: elements.some((e) => e.type === 'image')
      ? new Map([[TEST_ASSET, { mime: 'image/png', bytes: Uint8Array.of(1, 2, 3) }]])
      : new Map(),
  };
}

export function createTestContext(dpi = 300): LayoutContext {
  const label = { widthMm: 100, heightMm: 80 };
  return { measure: createFakeMeasure(), dpi, label, imageSize: () => ({ width: 40, height: 20 }), now: TEST_TIME };
}

import type { TextMeasure } from '#model/elements/base/layout.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { composeElement, elementValues, withGroupSizes } from '#model/page/compose.ts';
import type { Template } from '#model/template/template.ts';
import { createYieldToMessages } from '../compose/yield-to-messages.ts';
import type { FontStore } from '../fonts/font-store.ts';
import { withFonts } from '../fonts/with-fonts.ts';
import type { ImageLibrary } from '../images/image-library.ts';

export interface MeasureParts {
  readonly fonts: FontStore;
  readonly measure: TextMeasure;
  readonly library: ImageLibrary;
}

/** The resolution of the editor's view while no printer is known. Texts have the same measure at every resolution. */
const DPI = 300;

/** The box of each element on the label as painted with this record, in mm, before any further turn. */
export async function measureElements(
  { fonts, measure, library }: MeasureParts,
  template: Template,
  record: DataRecord,
): Promise<Result<ReadonlyMap<ElementId, Rect>>> {
  library.add(template.assets);
  const context = { measure, dpi: DPI, label: template.label, imageSize: library.size, now: localTimeAt() };
  const yieldToMessages = createYieldToMessages(() => performance.now());
  const release = fonts.hold();
  try {
    const measured = await withFonts(fonts, async () => {
      const values = elementValues(template, record, context);
      const grouped = withGroupSizes(template.elements, record, context, values);
      const bounds = new Map<ElementId, Rect>();
      for (const element of template.elements) {
        const { item } = composeElement(element, record, grouped, values);
        bounds.set(element.id, item.level ?? item.bounds);
        const pause = yieldToMessages();
        if (pause !== null) await pause;
      }
      return bounds;
    });
    return measured.ok ? ok(measured.value) : measured;
  } finally {
    release();
  }
}

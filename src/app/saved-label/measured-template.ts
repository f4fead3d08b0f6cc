import type { DataRecord } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';
import { withPaintedBoxes } from '#editor/footprint.ts';
import type { RenderClient } from '#services/render/render-client.ts';

/**
 * The template as its file has it: each element in the box that it is painted in with this record, since other readers of the
 * file place elements by what is written. Waits for the fonts of the label. A browser that cannot paint leaves the boxes as they are.
 */
export async function measuredTemplate(
  template: Template,
  record: DataRecord,
  render: Pick<RenderClient, 'elementBounds'>,
  signal?: AbortSignal,
): Promise<Template> {
  const bounds = await render.elementBounds(template, record, signal);
  return bounds.ok ? withPaintedBoxes(template, bounds.value) : template;
}

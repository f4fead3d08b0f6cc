import { NO_RECORD } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';
import { withPaintedBoxes } from '#editor/footprint.ts';
import type { RenderClient } from '#services/render/render-client.ts';

/**
 * The template for its file: each element in the box of its first value, which is the value in the file, since other
 * readers use the written boxes; the file is the same for any current row. Waits for the fonts of the label. A browser that
 * can't paint leaves the boxes unchanged.
 */
export async function measuredTemplate(
  template: Template,
  render: Pick<RenderClient, 'elementBounds'>,
  signal?: AbortSignal,
): Promise<Template> {
  const bounds = await render.elementBounds(template, NO_RECORD, signal);
  return bounds.ok ? withPaintedBoxes(template, bounds.value) : template;
}

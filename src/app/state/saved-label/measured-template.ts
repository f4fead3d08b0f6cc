import { NO_RECORD } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';
import { withPaintedBoxes } from '#editor/footprint.ts';
import type { RenderClient } from '#services/render/render-client.ts';

/**
 * The template as its file has it: each element in the box that its first value is painted in, which is the value in the file,
 * since other readers place elements by what is written; whichever row is shown, the file is the same. Waits for the fonts of
 * the label. A browser that cannot paint leaves the boxes as they are.
 */
export async function measuredTemplate(
  template: Template,
  render: Pick<RenderClient, 'elementBounds'>,
  signal?: AbortSignal,
): Promise<Template> {
  const bounds = await render.elementBounds(template, NO_RECORD, signal);
  return bounds.ok ? withPaintedBoxes(template, bounds.value) : template;
}

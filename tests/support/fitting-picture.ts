import { createCanvas, loadImage } from '@napi-rs/canvas';
import { drawDesign } from '#server/content/designs/draw-design.ts';
import { designsIn } from '#server/content/designs/read-designs.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { openPrintCore, paintDesign } from '#build/paint-designs.ts';

/** Ready designs whose name fills its box. */
const DESIGNS = ['events-badge-90x54', 'events-table-100x60', 'events-visitor-62x100'];
const LONG_NAME = 'Maximiliano Fernández de Córdoba';
const DPI = 203;
const GAP = 40;

/** Three ready designs as they print, each with its example and below with a long name: a PNG. */
export async function paintFittingDesigns(): Promise<Buffer> {
  const { core } = await openPrintCore();
  const columns = await Promise.all(
    DESIGNS.map(async (id) => {
      const design = designsIn('en').events.find((one) => one.id === id);
      if (design === undefined) throw new Error(`no design ${id}`);
      const template = drawDesign(design);
      const longer = { ...template, elements: template.elements.map(withLongName) };
      const pictures = [];
      for (const each of [template, longer]) {
        const { png } = await paintDesign(core, each, DPI);
        pictures.push(await loadImage(Buffer.from(png)));
      }
      return pictures;
    }),
  );
  core.dispose();
  const widths = columns.map((pictures) => Math.max(...pictures.map(({ width }) => width)));
  const heights = columns.map((pictures) => pictures.reduce((sum, { height }) => sum + height + GAP, GAP));
  const canvas = createCanvas(
    widths.reduce((sum, width) => sum + width + GAP, GAP),
    Math.max(...heights),
  );
  const context = canvas.getContext('2d');
  context.fillStyle = '#d7d9d4';
  context.fillRect(0, 0, canvas.width, canvas.height);
  let x = GAP;
  for (const [i, pictures] of columns.entries()) {
    let y = GAP;
    for (const picture of pictures) {
      context.drawImage(picture, x, y);
      y += picture.height + GAP;
    }
    x += (widths[i] ?? 0) + GAP;
  }
  return canvas.toBuffer('image/png');
}

/** The text that fills its box, which is the name. */
function withLongName(element: LabelElement): LabelElement {
  if (element.type !== 'text' || element.fit !== 'resize') return element;
  return { ...element, sources: element.sources.map((source) => ({ ...source, text: LONG_NAME })) };
}

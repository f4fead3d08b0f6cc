import { localTimeAt } from '#model/kernel/local-time.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { fontUnitsToMm } from '#model/kernel/units.ts';
import type { ComposedLabel } from '#model/page/display-list.ts';
import { contentOf, noElements } from '#model/data/content.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { PeerLabel } from './peer.ts';

/** Roboto's ascent as a share of the em: position of the first baseline. */
const ASCENT = 0.928;

/** Our label in the peers' format: the same texts at the same places, the same rectangles. */
export function toPeerLabel(
  elements: readonly LabelElement[],
  record: DataRecord,
  composed: ComposedLabel,
  size: { readonly width: number; readonly height: number },
): PeerLabel {
  const perMm = composed.list.dpi / 25.4;
  const rects = composed.list.items.flatMap((item) => item.ops.flatMap((op) => (op.type === 'dots' ? [op.rects] : [])));
  const texts = elements
    .filter((e) => e.type === 'text')
    .map((e) => {
      const em = fontUnitsToMm(e.fontSize) * perMm;
      const text = expectOk(contentOf(e.sources, record, noElements({ now: localTimeAt() })));
      return { text, x: e.xMm * perMm, baseline: e.yMm * perMm + em * ASCENT, size: em };
    });
  const frame = elements.find((e) => e.type === 'rectangle');
  if (frame === undefined) throw new Error('no frame');
  const pen = frame.penWidthMm * perMm;
  return {
    ...size,
    frame: {
      x: frame.xMm * perMm + pen / 2,
      y: frame.yMm * perMm + pen / 2,
      width: frame.widthMm * perMm - pen,
      height: frame.heightMm * perMm - pen,
      pen,
    },
    texts,
    rects,
  };
}

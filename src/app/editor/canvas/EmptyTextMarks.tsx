import { useLayoutEffect, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { elementBox } from '#model/elements/base/box.ts';
import { angleOf } from '#model/elements/base/turn.ts';
import type { TextStyle } from '#model/elements/base/text-style.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { fontUnitsToMm } from '#model/kernel/units.ts';
import { typableContent } from '#editor/commands/content.ts';
import type { EditorState } from '#editor/editor.ts';
import { asShown } from '#editor/footprint.ts';
import { labelRectToCanvas, pxPerMm } from '#editor/viewport.ts';
import { useFrame } from '../session/editor-session.tsx';

/** Between these sizes the hint is as large as the text will be, as long as it stays on the label. */
const LEAST_PX = 11;
const MOST_PX = 28;
/** The smallest size of a hint that would leave the label: smaller text is unreadable. */
const LEAST_FITTING_PX = 8;
/** The margin between the hint and the label's edge, for slanted letters. */
const AIR_PX = 4;
/** Replaces a hint that would leave the label. */
const MORE = '…';

/**
 * Shows tip124 in place of an empty text that can be typed into (specification 2, section 5). It is a mark above the
 * picture like handles and badges, so it is never printed, exported or checked. An empty text's box is mostly narrower than
 * the hint, which may extend beyond it, but not beyond the label.
 */
export function EmptyTextMarks({ state }: { state: EditorState }): JSX.Element | null {
  const { t } = useTranslation('tips');
  const placeholders = useFrame((frame) => frame?.placeholders);
  const hiddenIds = useFrame((frame) => frame?.hidden);
  if (placeholders === undefined || placeholders.length === 0) return null;
  const hidden = new Set(hiddenIds);
  return (
    <>
      {placeholders.map((id) => {
        if (hidden.has(id) || state.textEditing === id) return null;
        const place = emptyText(state, id);
        if (place === null) return null;
        return <EmptyTextMark key={id} place={place} words={t('tip124')} />;
      })}
    </>
  );
}

interface EmptyText {
  readonly transform: string;
  readonly fontPx: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly vertical: boolean;
  /** The longest line up to the label's edge, in CSS pixels. */
  readonly roomPx: number;
}

function EmptyTextMark({ place, words }: { place: EmptyText; words: string }): JSX.Element {
  const text = useRef<SVGTextElement>(null);
  const { anchor, vertical, roomPx, transform } = place;
  const [measured, setMeasured] = useState<{ words: string; ems: number } | null>(null);
  const fitting = measured?.words === words ? roomPx / measured.ems : place.fontPx;
  const fontPx = Math.min(place.fontPx, Math.max(LEAST_FITTING_PX, fitting));
  useLayoutEffect(() => {
    if (text.current === null || measured?.words === words) return;
    const ems = text.current.getComputedTextLength() / fontPx;
    if (ems > 0) setMeasured({ words, ems });
  }, [words, fontPx, measured]);
  return (
    <text
      ref={text}
      className="ed-empty-text"
      data-testid="empty-text"
      transform={transform}
      fontSize={fontPx}
      textAnchor={anchor}
      {...(vertical ? { writingMode: 'vertical-rl' } : { dominantBaseline: 'central' })}
    >
      {fitting >= LEAST_FITTING_PX ? words : MORE}
    </text>
  );
}

const ANCHORS: Readonly<Record<TextStyle['align'], EmptyText['anchor']>> = {
  left: 'start',
  justify: 'start',
  center: 'middle',
  stretch: 'middle',
  right: 'end',
};
/** As a share of the box's length, from its middle. */
const ALONG: Readonly<Record<EmptyText['anchor'], number>> = { start: -0.5, middle: 0, end: 0.5 };

/** The start and the direction of the hint; null if a double-click would start no typing. */
function emptyText(state: EditorState, id: ElementId): EmptyText | null {
  const slot = typableContent(state, id);
  const element = state.template.elements.find((e) => e.id === id);
  if (slot === null || slot.box !== null || element === undefined) return null;
  // A value that is not there yet is no empty text.
  if (!slot.sources.every(({ type }) => type === 'fixed')) return null;
  const { style } = slot;
  const scale = pxPerMm(state.viewport);
  const fontPx = Math.min(MOST_PX, Math.max(LEAST_PX, fontUnitsToMm(style.fontSize) * scale));
  const box = labelRectToCanvas(state.viewport, elementBox(asShown(element, state.pushes)));
  const [width, height] = [element.widthMm * scale, element.heightMm * scale];
  const anchor = ANCHORS[style.align];
  const along = ALONG[anchor];
  const vertical = style.arrange === 'vertical';
  // From the middle of the box, which turns with it: the first line is at the top, the first column at the right.
  const x = vertical ? width / 2 - fontPx / 2 : along * width;
  const y = vertical ? along * height : fontPx / 2 - height / 2;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const { widthMm, heightMm } = state.template.label;
  const label = labelRectToCanvas(state.viewport, { x: 0, y: 0, width: widthMm, height: heightMm });
  // From the middle of the box to the label's edges: right, down, left, up.
  const edges = [
    label.x + label.width - middle.x,
    label.y + label.height - middle.y,
    middle.x - label.x,
    middle.y - label.y,
  ];
  const way = (element.rotation / 90 + (vertical ? 1 : 0)) % 4;
  const after = (edges[way] ?? 0) - along * (vertical ? height : width);
  const before = (edges[(way + 2) % 4] ?? 0) + along * (vertical ? height : width);
  return {
    transform: `translate(${middle.x} ${middle.y}) rotate(${angleOf(element)}) translate(${x} ${y})`,
    fontPx,
    anchor,
    vertical,
    roomPx: { start: after, middle: 2 * Math.min(before, after), end: before }[anchor] - AIR_PX,
  };
}

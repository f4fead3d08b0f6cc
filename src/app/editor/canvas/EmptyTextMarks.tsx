import { useLayoutEffect, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { elementBox } from '#model/elements/base/box.ts';
import type { TextStyle } from '#model/elements/base/text-style.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { fontUnitsToMm } from '#model/kernel/units.ts';
import { typableContent } from '#editor/commands/content.ts';
import type { EditorState } from '#editor/editor.ts';
import { labelRectToCanvas, pxPerMm } from '#editor/viewport.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '../session/store.ts';

/** Between these sizes the words are as large as the text will be, as long as they fit into its box. */
const LEAST_PX = 11;
const MOST_PX = 28;
/** Words that do not fit get no smaller than this: what can't be read says nothing, so the box cuts the rest off. */
const LEAST_FITTING_PX = 8;

/**
 * Writes tip124 where a text is empty and can be typed in its place (specification 2, section 5). It is a mark above the picture like
 * handles and badges, so that it is never printed, exported or checked.
 */
export function EmptyTextMarks({ state }: { state: EditorState }): JSX.Element | null {
  const { t } = useTranslation('tips');
  const frame = useStore(useEditorSession().frame);
  if (frame === null || frame.placeholders.length === 0) return null;
  const hidden = new Set(frame.hidden);
  return (
    <>
      {frame.placeholders.map((id) => {
        if (hidden.has(id) || state.textEditing === id) return null;
        const place = emptyText(state, id);
        if (place === null) return null;
        return <EmptyTextMark key={id} place={place} words={t('tip124')} />;
      })}
    </>
  );
}

interface EmptyText {
  /** To the middle of the box, which turns with it. */
  readonly transform: string;
  readonly width: number;
  readonly height: number;
  readonly fontPx: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly vertical: boolean;
}

function EmptyTextMark({ place, words }: { place: EmptyText; words: string }): JSX.Element {
  const text = useRef<SVGTextElement>(null);
  const { width, height, vertical, anchor } = place;
  const length = vertical ? height : width;
  const [lengthOf, setLengthOf] = useState<{ words: string; ems: number } | null>(null);
  const fitting = lengthOf === null ? place.fontPx : length / lengthOf.ems;
  const fontPx = Math.min(place.fontPx, Math.max(LEAST_FITTING_PX, fitting));
  useLayoutEffect(() => {
    if (text.current === null || lengthOf?.words === words) return;
    const ems = text.current.getComputedTextLength() / fontPx;
    if (ems > 0) setLengthOf({ words, ems });
  }, [words, fontPx, lengthOf]);
  // Only the ends of the line are cut off: the letters may be taller than the box of a small text.
  const across = Math.max(vertical ? width : height, fontPx) + fontPx;
  const along = ALONG[anchor] * length;
  return (
    <g transform={place.transform} data-testid="empty-text">
      <svg
        x={vertical ? (width + fontPx) / 2 - across : -width / 2}
        y={vertical ? -height / 2 : -(height + fontPx) / 2}
        width={vertical ? across : width}
        height={vertical ? height : across}
        overflow="hidden"
      >
        <text
          ref={text}
          className="ed-empty-text"
          // The first line stands at the top, the first column at the right.
          x={vertical ? across - fontPx : along}
          y={vertical ? along : fontPx}
          fontSize={fontPx}
          textAnchor={anchor}
          {...(vertical ? { writingMode: 'vertical-rl' } : { dominantBaseline: 'central' })}
        >
          {words}
        </text>
      </svg>
    </g>
  );
}

const ANCHORS: Readonly<Record<TextStyle['align'], EmptyText['anchor']>> = {
  left: 'start',
  justify: 'start',
  center: 'middle',
  stretch: 'middle',
  right: 'end',
};
/** As a share of the box's length. */
const ALONG: Readonly<Record<EmptyText['anchor'], number>> = { start: 0, middle: 0.5, end: 1 };

/** Where the words begin and how they stand; null where a double-click would type nothing. */
function emptyText(state: EditorState, id: ElementId): EmptyText | null {
  const slot = typableContent(state, id);
  const element = state.template.elements.find((e) => e.id === id);
  if (slot === null || slot.box !== null || element === undefined) return null;
  const { style } = slot;
  const scale = pxPerMm(state.viewport);
  const fontPx = Math.min(MOST_PX, Math.max(LEAST_PX, fontUnitsToMm(style.fontSize) * scale));
  const box = labelRectToCanvas(state.viewport, elementBox(element));
  const transform = `translate(${box.x + box.width / 2} ${box.y + box.height / 2}) rotate(${element.rotation})`;
  return {
    transform,
    width: element.widthMm * scale,
    height: element.heightMm * scale,
    fontPx,
    anchor: ANCHORS[style.align],
    vertical: style.arrange === 'vertical',
  };
}

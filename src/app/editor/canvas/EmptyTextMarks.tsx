import type { JSX } from 'react';
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

/** Between these sizes the words are as large as the text will be. */
const LEAST_PX = 11;
const MOST_PX = 28;

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
        return (
          <text
            key={id}
            className="ed-empty-text"
            data-testid="empty-text"
            transform={place.transform}
            fontSize={place.fontPx}
            textAnchor={place.anchor}
            {...(place.vertical ? { writingMode: 'vertical-rl' } : { dominantBaseline: 'central' })}
          >
            {t('tip124')}
          </text>
        );
      })}
    </>
  );
}

interface EmptyText {
  readonly transform: string;
  readonly fontPx: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly vertical: boolean;
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

/** Where the words begin and how they stand; null where a double-click would type nothing. */
function emptyText(state: EditorState, id: ElementId): EmptyText | null {
  const slot = typableContent(state, id);
  const element = state.template.elements.find((e) => e.id === id);
  if (slot === null || slot.box !== null || element === undefined) return null;
  const { style } = slot;
  const scale = pxPerMm(state.viewport);
  const fontPx = Math.min(MOST_PX, Math.max(LEAST_PX, fontUnitsToMm(style.fontSize) * scale));
  const box = labelRectToCanvas(state.viewport, elementBox(element));
  const [width, height] = [element.widthMm * scale, element.heightMm * scale];
  const along = ALONG[ANCHORS[style.align]];
  const vertical = style.arrange === 'vertical';
  // From the middle of the box, which turns with it: the first line stands at the top, the first column at the right.
  const x = vertical ? width / 2 - fontPx / 2 : along * width;
  const y = vertical ? along * height : fontPx / 2 - height / 2;
  const turn = `translate(${box.x + box.width / 2} ${box.y + box.height / 2}) rotate(${element.rotation})`;
  return { transform: `${turn} translate(${x} ${y})`, fontPx, anchor: ANCHORS[style.align], vertical };
}

import { CloudOutlined } from '@ant-design/icons';
import { useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Point } from '#model/kernel/geometry.ts';
import { ELEMENT_TYPES, type ElementType } from '#model/elements/element.ts';
import { ShapeIcon, type IconShape } from '../widgets/icons.tsx';
import { useToolbarKeys } from '../keys/use-toolbar-keys.ts';
import { formatChord, isMac } from '../session/chords.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorState } from '../session/editor-session.tsx';
import { useElementDescriptors } from '../session/element-descriptor.ts';

/** A press that moves further than this is a drag. */
const DRAG_PX = 5;

/** A star, a triangle, a circle and a square. */
const ICONS: IconShape = {
  d: 'M6 2.8l1 2.1 2.3.3-1.7 1.6.4 2.3-2-1.1-2 1.1.4-2.3L2.7 5.2 5 4.9zM14 3l3.5 6h-7zM3 11.5h6v6h-6zM17 14.5a3 3 0 1 1-6 0a3 3 0 1 1 6 0z',
};

/**
 * The element types. A click arms one for drawing on the canvas; a double-click or a key places it at a free place of the
 * label, a drag where it is dropped.
 */
export function ElementToolbar(): JSX.Element {
  const { t } = useTranslation('editor');
  const { arm, place, placeFromCloud, placeIcon } = useActions();
  const armed = useEditorState((s) => s.armed);
  const describe = useElementDescriptors();
  const bar = useRef<HTMLDivElement>(null);
  const keys = useToolbarKeys(bar, 'vertical');
  const press = useRef<{ x: number; y: number; dragged: boolean } | null>(null);
  const [ghost, setGhost] = useState<{ type: ElementType; x: number; y: number } | null>(null);

  function drop(type: ElementType, event: React.PointerEvent): void {
    setGhost(null);
    const at = pointOnCanvas(event.clientX, event.clientY);
    if (at !== null) place(type, at);
  }

  return (
    <div
      ref={bar}
      className="ed-palette"
      data-region="palette"
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t('frame.palette')}
      data-guide="palette"
      {...keys}
    >
      {ELEMENT_TYPES.map((type) => {
        const { icon, chords, startFromCloud } = describe(type);
        const [chord] = chords;
        const name = t(`type.${type}`);
        const item = (
          <button
            key={type}
            type="button"
            className="ed-palette-item"
            aria-label={t('frame.add', { name })}
            title={chord === undefined ? name : `${name} (${formatChord(chord, isMac())})`}
            data-testid={`palette-${type}`}
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              event.currentTarget.setPointerCapture(event.pointerId);
              press.current = { x: event.clientX, y: event.clientY, dragged: false };
            }}
            onPointerMove={(event) => {
              const start = press.current;
              if (start === null) return;
              start.dragged ||= Math.hypot(event.clientX - start.x, event.clientY - start.y) > DRAG_PX;
              if (start.dragged) setGhost({ type, x: event.clientX, y: event.clientY });
            }}
            onPointerUp={(event) => {
              if (press.current?.dragged === true) drop(type, event);
            }}
            onPointerCancel={() => {
              press.current = null;
              setGhost(null);
            }}
            {...(armed === type ? { 'aria-pressed': true } : {})}
            onClick={(event) => {
              // Browsers also send a click at the end of a drag; the drag itself has already placed the element.
              const dragged = press.current?.dragged ?? false;
              press.current = null;
              if (dragged) return;
              // `detail` counts the clicks; it is 0 when a key pressed the button.
              if (event.detail % 2 === 0) place(type);
              else arm(type);
            }}
          >
            <ShapeIcon shape={icon} size={22} />
            <span>{name}</span>
          </button>
        );
        if (startFromCloud === undefined) return item;
        return (
          <div key={type} className="ed-palette-slot">
            {item}
            <button
              type="button"
              className="ed-palette-cloud"
              title={t('frame.addFromCloud', { name })}
              data-testid={`palette-${type}-cloud`}
              onClick={() => placeFromCloud(type)}
            >
              <CloudOutlined aria-hidden />
            </button>
          </div>
        );
      })}
      <button
        type="button"
        className="ed-palette-item"
        aria-label={t('frame.add', { name: t('frame.icons') })}
        title={t('frame.icons')}
        data-testid="palette-icons"
        onClick={() => void placeIcon()}
      >
        <ShapeIcon shape={ICONS} size={22} />
        <span>{t('frame.icons')}</span>
      </button>
      {ghost === null ? null : (
        <div className="ed-ghost" style={{ left: ghost.x, top: ghost.y }} aria-hidden>
          <ShapeIcon shape={describe(ghost.type).icon} size={24} />
        </div>
      )}
    </div>
  );
}

/** The position on the canvas, from its top left; null if the point is not on the canvas. */
function pointOnCanvas(clientX: number, clientY: number): Point | null {
  const canvas = document.querySelector('.ed-canvas');
  const rect = canvas?.getBoundingClientRect();
  if (
    rect === undefined ||
    clientX < rect.left ||
    clientX > rect.right ||
    clientY < rect.top ||
    clientY > rect.bottom
  ) {
    return null;
  }
  return { x: clientX - rect.left, y: clientY - rect.top };
}

import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type JSX,
  type ReactNode,
  type RefObject,
  type CSSProperties,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { contentsOf } from '#model/elements/element.ts';
import { adoptOpeningPicture, keepCanvasSize } from '#app/state/opening-picture.ts';
import { useUnit } from '#app/state/unit.ts';
import { typableContent } from '#editor/commands/content.ts';
import { selectionBox } from '#editor/footprint.ts';
import { unitAt, unitInside } from '#editor/groups.ts';
import { chosenElements } from '#editor/selection.ts';
import { canvasToLabel, labelRectToCanvas, pxPerMm } from '#editor/viewport.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState, useShownLabel } from '../session/editor-session.tsx';
import { panelOpen } from '../session/side-tab.ts';
import { spokenElement } from '../session/highlighted-element.ts';
import { useStore } from '#app/state/store.ts';
import { spaceHeld } from '../keys/space-key.ts';
import { ContextMenu, type MenuPlace } from './ContextMenu.tsx';
import { GradeBadges } from './GradeBadges.tsx';
import { Overlay } from './Overlay.tsx';
import { PrintedHint, RulerCorner } from './PrintedHint.tsx';
import { dotSizePx, usePrinted } from './printed-view.ts';
import { Ruler } from './Rulers.tsx';
import { ScrollBars } from './ScrollBars.tsx';
import { TextInput, useRichTextFetch } from './TextInput.tsx';
import { useCanvasPointer } from './use-canvas-pointer.ts';
import { guideAt } from './RulerGuides.tsx';
import { useRulerDrag } from './use-ruler-drag.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useSymbolMessages } from './use-symbol-messages.ts';
import { useCanvasWheel } from './use-canvas-wheel.ts';
import type { EditorState } from '#editor/editor.ts';
import { useElementDescriptors } from '../session/element-descriptor.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Template } from '#model/template/template.ts';
import { handleCursor } from './turned-marks.ts';
import './canvas.css';

/** The rulers, the picture of the label, and the handles and marks above it. `children` are notices about them. */
export function CanvasArea({ children }: { readonly children?: ReactNode }): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor, render } = useEditorSession();
  const actions = useActions();
  const area = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const handlers = useCanvasPointer(area, actions.report);
  const drop = useFileDrop(area);
  const space = useStore(spaceHeld);
  const cursor = useEditorState((s) => canvasCursor(s, space));
  const drawing = useDrawingCursor();
  const textEditing = useEditorState((s) => s.textEditing);
  const spoken = useStore(spokenElement);
  useCanvasWheel(area, editor);
  useSymbolMessages();
  useRichTextFetch();

  useLayoutEffect(() => {
    if (picture.current !== null) adoptOpeningPicture(picture.current);
  }, []);

  useEffect(() => {
    return picture.current === null ? undefined : render.mount(picture.current);
  }, [render]);

  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    let isFirst = true;
    const observer = new ResizeObserver(([entry]) => {
      const box = entry?.contentRect;
      if (box === undefined || box.width < 1 || box.height < 1) return;
      if (isFirst) keepCanvasSize(box);
      isFirst = false;
      // The editor then fits the label into the new size (specification 1, section 4).
      editor.setCanvasSize(box.width, box.height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [editor]);

  const closeMenu = useCallback((refocus: boolean): void => {
    setMenu(null);
    if (refocus) area.current?.focus({ preventScroll: true });
  }, []);

  function openMenu(event: React.MouseEvent): void {
    event.preventDefault();
    const rect = area.current?.getBoundingClientRect();
    if (rect === undefined) return;
    if (isByKey(event.nativeEvent)) {
      openMenuAtSelection();
      return;
    }
    const id = editor.elementAt(event.clientX - rect.left, event.clientY - rect.top);
    if (id !== null && !editor.state().selection.includes(id)) editor.select(unitAt(editor.state(), id));
    const at = { x: event.clientX - rect.left, y: event.clientY - rect.top };
    setMenu({ x: event.clientX, y: event.clientY, byKey: false, atMm: canvasToLabel(editor.state().viewport, at) });
  }

  function openMenuAtSelection(): void {
    const rect = area.current?.getBoundingClientRect();
    if (rect === undefined) return;
    const { template, selection, bounds, viewport } = editor.state();
    const box = selectionBox(chosenElements(template, selection), bounds);
    const at = box === null ? null : labelRectToCanvas(viewport, box);
    const x = at === null ? rect.width / 2 : Math.min(Math.max(0, at.x + at.width / 2), rect.width);
    const y = at === null ? rect.height / 2 : Math.min(Math.max(0, at.y + at.height / 2), rect.height);
    setMenu({ x: rect.left + x, y: rect.top + y, byKey: true, atMm: canvasToLabel(viewport, { x, y }) });
  }

  function onKeyDown(event: React.KeyboardEvent): void {
    if (event.target !== area.current) return;
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
    event.preventDefault();
    openMenuAtSelection();
  }

  function editText(event: React.MouseEvent): void {
    const rect = area.current?.getBoundingClientRect();
    if (rect === undefined) return;
    // The canvas captures the pressed pointer, so the event's target is always the canvas.
    const guide = guideAt(document.elementFromPoint(event.clientX, event.clientY));
    if (guide !== null) {
      actions.guides(guide.index);
      return;
    }
    const id = editor.elementAt(event.clientX - rect.left, event.clientY - rect.top);
    const element = editor.state().template.elements.find((e) => e.id === id);
    if (element === undefined) return;
    const inside = unitInside(editor.state(), element.id);
    if (inside !== null) {
      editor.select(inside);
      return;
    }
    if (typableContent(editor.state(), element.id) !== null) editor.setTextEditing(element.id);
    else if (contentsOf(element).length > 0) {
      flushSync(() => panelOpen.set(true));
      document.querySelector<HTMLElement>('[data-content-field] textarea')?.focus();
    }
  }

  return (
    <div className="ed-stage">
      <RulerCorner />
      <StageRulers area={area} />
      <div
        ref={area}
        className="ed-canvas"
        data-testid="canvas-overlay"
        data-cursor={cursor}
        style={cursor === 'draw' ? drawing : undefined}
        tabIndex={0}
        role="application"
        data-region="canvas"
        data-screen-start
        aria-label={t('canvas.label')}
        aria-description={t('canvas.keys')}
        aria-activedescendant={spoken ?? undefined}
        {...handlers}
        {...drop.handlers}
        data-drop={drop.over}
        onDoubleClick={editText}
        onContextMenu={openMenu}
        onKeyDown={onKeyDown}
      >
        <div ref={picture} className="ed-picture" />
        <Overlay />
        <GradeBadges />
        <ArmedHint />
        <PrintedHint />
        {children}
        {textEditing === null ? null : <TextInput key={textEditing} id={textEditing} />}
      </div>
      <ScrollBars />
      {menu === null ? null : <ContextMenu at={menu} onClose={closeMenu} />}
    </div>
  );
}

/** True if the menu key opened the menu: the event then has no meaningful position. */
function isByKey(event: MouseEvent): boolean {
  return event instanceof PointerEvent ? event.pointerType === '' : event.button !== 2;
}

function StageRulers({ area }: { area: RefObject<HTMLElement | null> }): JSX.Element {
  const handlers = useRulerDrag(area);
  const lengths = useUnit();
  const printed = usePrinted();
  const view = useEditorState((s) => s.viewport);
  const label = useShownLabel();
  const dots = useMemo(() => (printed === null ? null : dotSizePx(printed, pxPerMm(view))), [printed, view]);
  return (
    <>
      <Ruler
        axis="x"
        handlers={handlers.x}
        lengthPx={view.widthPx}
        originPx={view.originXPx}
        pxPerMm={pxPerMm(view)}
        unit={dots?.across ?? lengths}
        labelMm={label.widthMm}
      />
      <Ruler
        axis="y"
        handlers={handlers.y}
        lengthPx={view.heightPx}
        originPx={view.originYPx}
        pxPerMm={pxPerMm(view)}
        unit={dots?.down ?? lengths}
        labelMm={label.heightMm}
      />
    </>
  );
}

/** Shows and announces the armed element type and how to draw it. */
function ArmedHint(): JSX.Element {
  const { t } = useTranslation('editor');
  const armed = useEditorState((s) => s.armed);
  return (
    <div className="ed-armed" role="status" data-testid="armed-hint">
      {armed === null ? null : (
        <span>
          <b>{t(`type.${armed}`)}</b> {t('draw.hint')}
        </span>
      )}
    </div>
  );
}

/** The cursor on the canvas (`data-cursor` in canvas.css), except over an element. */
function canvasCursor({ interaction, armed, canvasLock, template, selection }: EditorState, space: boolean): string {
  switch (interaction.type) {
    case 'pan':
    case 'rotate':
      return 'grabbing';
    case 'resize':
      return handleCursor(interaction.handle, soleTurn(template, selection));
    default:
      if (space) return 'grab';
      if (armed !== null) return 'draw';
      return canvasLock ? 'default' : 'pan';
  }
}

/** How far the only selected element is turned further. */
function soleTurn({ elements }: Template, [only, more]: readonly ElementId[]): number | undefined {
  return more === undefined ? elements.find(({ id }) => id === only)?.turnDegrees : undefined;
}

/** A cross with the icon of the armed type next to it; a plain cross if the browser supports no image cursors. */
function useDrawingCursor(): CSSProperties | undefined {
  const armed = useEditorState((s) => s.armed);
  const describe = useElementDescriptors();
  return useMemo(() => {
    if (armed === null) return undefined;
    const cross = '<path d="M10 1v18M1 10h18"/>';
    const icon = `<path transform="translate(15 15) scale(.8)" d="${describe(armed).icon.d}"/>`;
    const lines = (stroke: string, width: number): string =>
      `<g fill="none" stroke="${stroke}" stroke-width="${width}">${cross}${icon}</g>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32">${lines('white', 3)}${lines('black', 1.2)}</svg>`;
    return { cursor: `url("data:image/svg+xml,${encodeURIComponent(svg)}") 10 10, crosshair` };
  }, [armed, describe]);
}

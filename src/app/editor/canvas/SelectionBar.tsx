import { memo, useLayoutEffect, useMemo, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#model/kernel/geometry.ts';
import { useSelectionBarShown } from '#app/state/editor-preferences.ts';
import type { EditorState } from '#editor/editor.ts';
import { selectionBox } from '#editor/footprint.ts';
import { chosenElements } from '#editor/selection.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';
import { focusCanvas } from '../keys/regions.ts';
import { useToolbarKeys } from '../keys/use-toolbar-keys.ts';
import { ActionButton } from '../session/ActionButton.tsx';
import { badgeRects } from './GradeBadges.tsx';
import { useEditorState } from '../session/editor-session.tsx';
import { ThrottledParts } from '../session/ThrottledParts.tsx';
import { useStore } from '#app/state/store.ts';
import { Icon } from '../widgets/icons.tsx';
import { barPlace, elementsAround } from './bar-place.ts';
import { QUICK_FIELDS } from './quick-fields.tsx';
import './selection-bar.css';

/** Whether no interaction is in progress that the bar would obstruct. */
function isCalm(state: EditorState): boolean {
  const { selection, interaction, textEditing, cellSelection, armed } = state;
  return (
    selection.length > 0 &&
    interaction.type === 'none' &&
    textEditing === null &&
    cellSelection === null &&
    armed === null
  );
}

/** The main attributes and actions of the selection, next to it. Hidden while it is dragged, typed in or drawn over. */
export function SelectionBar(): JSX.Element | null {
  // Null during a drag: then no step of it renders the bar.
  const state = useEditorState((s) => (isCalm(s) ? s : null));
  return state === null ? null : <Bar state={state} />;
}

function Bar({ state }: { state: EditorState }): JSX.Element {
  const { t } = useTranslation('editor');
  const bar = useRef<HTMLDivElement>(null);
  const keys = useToolbarKeys(bar, 'horizontal');
  const badges = useStore(badgeRects);
  const [size, setSize] = useState<Size | null>(null);
  const { template, selection, bounds, viewport } = state;
  const elements = chosenElements(template, selection);

  // Its width depends on the selection.
  useLayoutEffect(() => {
    const element = bar.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const { width, height } = element.getBoundingClientRect();
      setSize({ width, height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const box = selectionBox(elements, bounds);
  const around = useMemo(
    () => elementsAround(template.elements, selection, bounds, viewport),
    [template.elements, selection, bounds, viewport],
  );
  const canvas = { width: viewport.widthPx, height: viewport.heightPx };
  const place =
    size === null || box === null ? null : barPlace(labelRectToCanvas(viewport, box), size, canvas, badges, around);
  return (
    <div className="ed-bar-layer">
      <div
        ref={bar}
        className="ed-bar"
        role="toolbar"
        data-region="selection"
        data-testid="selection-bar"
        aria-label={t('bar.label')}
        style={place === null ? { visibility: 'hidden' } : { transform: `translate(${place.x}px, ${place.y}px)` }}
        {...keys}
      >
        <ThrottledParts>
          <Tools />
        </ThrottledParts>
      </div>
    </div>
  );
}

/** What the bar offers. Only the bar around it follows the position of the selection. */
const Tools = memo(function Tools(): JSX.Element {
  const { t } = useTranslation('editor');
  const [, setShown] = useSelectionBarShown();
  const template = useEditorState((s) => s.template);
  const selection = useEditorState((s) => s.selection);
  const elements = chosenElements(template, selection);
  const [first] = elements;
  const sameType = elements.every((e) => e.type === first?.type);
  const Fields = first === undefined || !sameType ? undefined : QUICK_FIELDS[first.type];
  return (
    <>
      {Fields === undefined ? null : (
        <>
          <Fields elements={elements} />
          <span className="ed-bar-line" />
        </>
      )}
      <ActionButton id="duplicate" testId="bar-duplicate" />
      <ActionButton id="rotate" testId="bar-rotate" />
      <ActionButton id="orderFront" testId="bar-orderFront" />
      <ActionButton id="lock" testId="bar-lock" />
      <ActionButton id="delete" testId="bar-delete" />
      <button
        type="button"
        className="ed-tool ed-bar-close"
        title={t('bar.hide')}
        data-testid="bar-hide"
        onClick={() => {
          setShown(false);
          focusCanvas();
        }}
      >
        <Icon name="close" size={14} />
      </button>
    </>
  );
});

import { useRef, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { LabelElement } from '#model/elements/element.ts';
import { isOneGroup } from '#editor/groups.ts';
import { chosenElements } from '#editor/selection.ts';
import { useEditorState } from '../session/editor-session.tsx';
import { useElementDescriptors } from '../session/element-descriptor.ts';
import { GeometrySection } from './GeometrySection.tsx';
import { LabelPanel } from './LabelPanel.tsx';
import { PanelHead } from './PanelHead.tsx';
import { PinsSection } from './PinsSection.tsx';
import { PushSection } from './PushSection.tsx';
import { ProblemList } from './ProblemList.tsx';
import { SeveralPanel } from './SeveralPanel.tsx';
import { VisibilitySection } from './VisibilitySection.tsx';
import { focusCanvas } from '../keys/regions.ts';
import { panelOpen } from '../session/side-tab.ts';
import { Icon } from '../widgets/icons.tsx';
import { useStore } from '#app/state/store.ts';
import { useSteadyScroll } from './use-steady-scroll.ts';
import './panels.css';
import './panel-lists.css';

/**
 * The fields of the selected elements, or of the label if nothing is selected. Parts that appear automatically, after the
 * element was measured or verified, are below the fields, so that none of them moves away from a pointer.
 */
export function AttributePanel(): JSX.Element {
  const { t } = useTranslation(['editor', 'common']);
  const isOpen = useStore(panelOpen);
  const template = useEditorState((s) => s.template);
  const selection = useEditorState((s) => s.selection);
  const selected = chosenElements(template, selection);
  const only = selected.length === 1 ? selected[0] : undefined;
  const fields = useRef<HTMLDivElement>(null);
  useSteadyScroll(fields, selection.join());
  return (
    <aside
      className="ed-panel"
      data-region="panel"
      data-testid="attribute-panel"
      data-open={isOpen}
      aria-label={t('panel.label')}
      onBlur={(event) => {
        const next = event.relatedTarget?.closest('[data-region]') ?? event.currentTarget;
        // The focused element may be under the drawer; next to the canvas the panel stays for the next element.
        if (next !== event.currentTarget && !next.matches('.ed-canvas')) panelOpen.set(false);
      }}
    >
      <button
        type="button"
        className="ed-tool ed-tool-small ed-panel-close"
        aria-label={t('common:action.close')}
        data-testid="panel-close"
        onClick={() => {
          panelOpen.set(false);
          focusCanvas();
        }}
      >
        <Icon name="close" size={16} />
      </button>
      <div ref={fields} className="ed-panel-fields">
        <div>
          {selected.length === 0 ? <LabelPanel /> : null}
          {selected.length > 1 ? (
            <SeveralPanel elements={selected} isGroup={isOneGroup({ template, selection })} />
          ) : null}
          {only === undefined ? null : <ElementPanel key={only.id} element={only} />}
        </div>
      </div>
      {only === undefined ? null : <ProblemList key={only.id} id={only.id} />}
    </aside>
  );
}

function ElementPanel({ element }: { readonly element: LabelElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { Panel, Measures } = useElementDescriptors()(element.type);
  const elements = [element];
  return (
    <>
      <PanelHead elements={elements} title={t(`type.${element.type}`)} detail={element.name} />
      <GeometrySection elements={elements} />
      <Panel element={element} />
      {element.type === 'unknown' ? null : <VisibilitySection elements={elements} />}
      <PushSection elements={elements} />
      <PinsSection elements={elements} />
      {Measures === undefined ? null : <Measures element={element} />}
    </>
  );
}

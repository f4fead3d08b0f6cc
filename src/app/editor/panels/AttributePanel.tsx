import { createElement, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { chosenElements } from '#editor/selection.ts';
import { useEditorState } from '../session/editor-session.tsx';
import { useElementDescriptors } from '../session/element-descriptor.ts';
import { GeometrySection } from './GeometrySection.tsx';
import { LabelPanel } from './LabelPanel.tsx';
import { PanelHead } from './PanelHead.tsx';
import { ProblemList } from './ProblemList.tsx';
import { SeveralPanel } from './SeveralPanel.tsx';
import { VisibilitySection } from './VisibilitySection.tsx';
import './panels.css';
import './panel-lists.css';

/** The fields of the selected elements, or of the label when nothing is selected. */
export function AttributePanel(): JSX.Element {
  const { t } = useTranslation('editor');
  const describe = useElementDescriptors();
  const template = useEditorState((s) => s.template);
  const selection = useEditorState((s) => s.selection);
  const selected = chosenElements(template, selection);
  const only = selected.length === 1 ? selected[0] : undefined;
  return (
    <aside className="ed-panel" data-region="panel" data-testid="attribute-panel" aria-label={t('panel.label')}>
      {selected.length === 0 ? <LabelPanel /> : null}
      {selected.length > 1 ? <SeveralPanel elements={selected} /> : null}
      {only === undefined ? null : (
        <div key={only.id}>
          <PanelHead elements={selected} title={t(`type.${only.type}`)} detail={only.name} />
          <ProblemList id={only.id} />
          <GeometrySection elements={selected} />
          {createElement(describe(only.type).Panel, { element: only })}
          {only.type === 'unknown' ? null : <VisibilitySection elements={selected} />}
        </div>
      )}
    </aside>
  );
}

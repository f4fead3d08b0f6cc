import { Button } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { LabelElement } from '#model/elements/element.ts';
import { ActionButton } from '../session/ActionButton.tsx';
import { useActions } from '../session/actions.tsx';
import { Section } from '../widgets/fields.tsx';
import { GeometrySection } from './GeometrySection.tsx';
import { GapFields } from './GapFields.tsx';
import { PanelHead } from './PanelHead.tsx';
import { PinsSection } from './PinsSection.tsx';
import { PushSection } from './PushSection.tsx';
import { SharedSections } from './SharedSections.tsx';
import { VisibilitySection } from './VisibilitySection.tsx';

/** Everything that several selected elements share. A field shows if they differ; a change applies to all of them. */
export function SeveralPanel({
  elements,
  isGroup,
}: {
  readonly elements: readonly LabelElement[];
  /** Whether they are one whole group: it has a heading and a button of its own. */
  readonly isGroup: boolean;
}): JSX.Element {
  const { t } = useTranslation('editor');
  const { perform } = useActions();
  return (
    <>
      <PanelHead
        elements={elements}
        title={t(isGroup ? 'panel.group' : 'panel.several', { count: elements.length })}
        detail={[...new Set(elements.map((e) => t(`type.${e.type}`)))].join(', ')}
      />
      <GeometrySection elements={elements} />
      {isGroup ? (
        <div className="ed-group-tools">
          <Button size="small" data-testid="panel-ungroup" onClick={() => perform('ungroup')}>
            {t('action.ungroup')}
          </Button>
          <p className="ed-hint">{t('panel.groupHint')}</p>
        </div>
      ) : null}
      <Section title={t('panel.arrange')}>
        <div className="ed-tools">
          <ActionButton id="alignLeft" />
          <ActionButton id="alignCenter" />
          <ActionButton id="alignRight" />
          <ActionButton id="alignTop" />
          <ActionButton id="alignMiddle" />
          <ActionButton id="alignBottom" />
        </div>
        <div className="ed-tools">
          <ActionButton id="distributeHorizontal" />
          <ActionButton id="distributeVertical" />
        </div>
        <GapFields disabled={elements.some((e) => e.locked)} />
      </Section>
      <SharedSections elements={elements} />
      <VisibilitySection elements={elements} />
      <PushSection elements={elements} />
      <PinsSection elements={elements} />
    </>
  );
}

import { Button } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { contentLengthOf } from '#model/template/length-by-content.ts';
import { formatLabelSize } from '#app/state/label-size-text.ts';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorState, useShownLabel } from '../session/editor-session.tsx';
import { BrandKitNotice } from './BrandKitNotice.tsx';
import { BoundSheets } from '../data/BoundSheets.tsx';
import { VariableList } from '../data/VariableList.tsx';
import { Icon } from '../widgets/icons.tsx';
import { Section } from '../widgets/fields.tsx';

/** Shown while nothing is selected: facts of the label, and its spreadsheets. */
export function LabelPanel(): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const unit = useUnit();
  const label = useEditorState((s) => s.template.label);
  const count = useEditorState((s) => s.template.elements.length);
  const { perform } = useActions();
  const shown = useShownLabel();
  const lengthFacts: readonly (readonly [string, string])[] =
    contentLengthOf(label) === null
      ? []
      : [
          [t('label.printedSize'), formatLabelSize(label, unit, i18n.language)],
          [t('label.sizeNow'), formatSize(shown.widthMm, shown.heightMm, unit, i18n.language)],
        ];
  const facts: readonly (readonly [string, string])[] = [
    [t('label.size'), formatSize(label.widthMm, label.heightMm, unit, i18n.language)],
    ...lengthFacts,
    [t('label.sheet'), t('label.grid', { rows: label.rows, columns: label.columns })],
    [
      t('label.background'),
      t(label.background === null ? 'label.none' : label.printBackground ? 'label.printed' : 'label.notPrinted'),
    ],
    [t('label.elements'), String(count)],
  ];
  return (
    <>
      <header className="ed-panel-head">
        <Icon name="label" />
        <div className="ed-panel-title">
          <h2>{t('label.title')}</h2>
          <span>{label.name}</span>
        </div>
      </header>
      <Section title={t('label.format')}>
        <dl className="ed-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Button size="small" block icon={<Icon name="settings" size={16} />} onClick={() => perform('labelSettings')}>
          {t('action.labelSettings')}
        </Button>
        {count === 0 ? null : (
          <Button
            size="small"
            block
            icon={<Icon name="sizes" size={16} />}
            data-testid="panel-other-sizes"
            onClick={() => perform('otherSizes')}
          >
            {t('action.otherSizes')}
          </Button>
        )}
        {count === 0 && label.languages === undefined ? null : (
          <Button
            size="small"
            block
            icon={<Icon name="languages" size={16} />}
            data-testid="panel-languages"
            onClick={() => perform('languages')}
          >
            {t('action.languages')}
          </Button>
        )}
      </Section>
      <BrandKitNotice isSection />
      <BoundSheets />
      <VariableList />
      {count === 0 ? <p className="ed-hint ed-hint-block">{t('label.startHint')}</p> : null}
    </>
  );
}

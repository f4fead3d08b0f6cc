import { Input } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCourse } from '#model/elements/base/text-course.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import { isBoundText } from '#model/page/fit-proof.ts';
import { usePatch } from '../session/patch.ts';
import { ContentSection } from './ContentSection.tsx';
import { EmphasisSection } from './EmphasisSection.tsx';
import { DeclaredValuesSection } from './DeclaredValuesSection.tsx';
import { ParagraphSection } from './ParagraphSection.tsx';
import { Section } from '../widgets/fields.tsx';
import { TextStyleSections } from './TextStyleSections.tsx';

export function TextPanel({ element }: { element: TextElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch('text');
  return (
    <>
      <ContentSection element={element} lines={2} runsOf={element} />
      <Section title={t('panel.affixes')}>
        <div className="ed-pair">
          <Input
            size="small"
            placeholder={t('panel.prefix')}
            aria-label={t('panel.prefix')}
            value={element.prefix}
            onChange={(event) => patch({ prefix: event.target.value }, 'prefix')}
            onBlur={end}
          />
          <Input
            size="small"
            placeholder={t('panel.suffix')}
            aria-label={t('panel.suffix')}
            value={element.suffix}
            onChange={(event) => patch({ suffix: event.target.value }, 'suffix')}
            onBlur={end}
          />
        </div>
      </Section>
      <TextStyleSections element={element} />
      {hasCourse(element) ? null : <ParagraphSection style={element} patch={patch} end={end} />}
      <EmphasisSection element={element} />
      {isBoundText(element) ? <DeclaredValuesSection values={element} patch={patch} end={end} /> : null}
    </>
  );
}

import { Input } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCourse } from '#model/elements/base/text-course.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import { isBoundText } from '#model/page/fit-proof.ts';
import type { Translations } from '#model/elements/base/translations.ts';
import { useStore } from '#app/state/store.ts';
import { useEditorSession } from '../session/editor-session.tsx';
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
  const { data } = useEditorSession();
  /** The shown language, whose texts are typed; undefined for the main one. */
  const { language } = useStore(data.state).record;
  const textIn = (text: string, translations: Translations = {}): string =>
    language === undefined ? text : (translations[language] ?? text);
  return (
    <>
      <ContentSection element={element} lines={2} runsOf={element} />
      <Section title={t('panel.affixes')}>
        <div className="ed-pair">
          <Input
            size="small"
            placeholder={t('panel.prefix')}
            aria-label={t('panel.prefix')}
            value={textIn(element.prefix, element.prefixTranslations)}
            onChange={({ target: { value } }) =>
              patch(
                language === undefined
                  ? { prefix: value }
                  : { prefixTranslations: { ...element.prefixTranslations, [language]: value } },
                'prefix',
              )
            }
            onBlur={end}
          />
          <Input
            size="small"
            placeholder={t('panel.suffix')}
            aria-label={t('panel.suffix')}
            value={textIn(element.suffix, element.suffixTranslations)}
            onChange={({ target: { value } }) =>
              patch(
                language === undefined
                  ? { suffix: value }
                  : { suffixTranslations: { ...element.suffixTranslations, [language]: value } },
                'suffix',
              )
            }
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

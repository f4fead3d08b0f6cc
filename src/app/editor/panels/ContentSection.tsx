import type { JSX, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ElementBase } from '#model/elements/base/element.ts';
import type { ElementContent } from '#model/elements/base/content-behaviour.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import { ContentFields } from '../data/ContentFields.tsx';
import { Section } from '../widgets/fields.tsx';

interface ContentSectionProps {
  /** An element with exactly one content. */
  readonly element: ElementBase & ElementContent;
  /** The least number of lines of a text field. */
  readonly lines: number;
  /** The text whose sources can have styles of their own. */
  readonly runsOf?: TextElement;
  /** Below the content. */
  readonly children?: ReactNode;
}

/** The data sources of an element with one content. */
export function ContentSection({ element, lines, runsOf, children }: ContentSectionProps): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <Section title={t('panel.content')}>
      <ContentFields slot={{ id: element.id, content: 0 }} sources={element.sources} lines={lines} runsOf={runsOf} />
      {children}
    </Section>
  );
}

import { Input } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { hasContent, type ContentElement } from '#model/elements/element.ts';
import { setText } from '#editor/commands/properties.ts';
import { SourceCard } from '../data/SourceCard.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { Section } from './fields.tsx';

/** Where a text, barcode or QR code takes its content from. */
export function ContentSection({ element }: { element: ContentElement }): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <Section title={t('panel.content')}>
      {element.sources.map((source, index) => (
        <SourceCard
          // The order is the identity of a source.
          key={`${element.id}:${index}`}
          element={element}
          index={index}
          source={source}
        />
      ))}
      {element.sources.length === 0 && hasContent(element) ? <EmptyContent element={element} /> : null}
    </Section>
  );
}

function EmptyContent({ element }: { element: ContentElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const { run } = useActions();
  return (
    <Input.TextArea
      autoSize={{ minRows: 2, maxRows: 6 }}
      aria-label={t('panel.content')}
      value=""
      onChange={(event) => run(setText(element.id, event.target.value), `content:${element.id}`)}
      onBlur={() => editor.endMerge()}
    />
  );
}

import { Input } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataSource } from '#model/elements/base/content.ts';
import type { ContentElement } from '#model/elements/element.ts';
import { setText, type ContentSlot } from '#editor/commands/content.ts';
import { SourceCard } from '../data/SourceCard.tsx';
import { Gs1Edit } from '../gs1/Gs1Edit.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { Section } from '../widgets/fields.tsx';

/** Where a text, barcode or QR code takes its content from. */
export function ContentSection({ element }: { element: ContentElement }): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <Section title={t('panel.content')}>
      <ContentFields
        slot={{ id: element.id, content: 0 }}
        sources={element.sources}
        lines={element.type === 'text' ? 2 : 1}
      />
      {element.type === 'barcode' || element.type === 'qrcode' ? <Gs1Edit element={element} /> : null}
    </Section>
  );
}

export interface ContentFieldsProps {
  readonly slot: ContentSlot;
  readonly sources: readonly DataSource[];
  /** How high a text field is at least. */
  readonly lines: number;
}

/** The data sources of one content, a card each. */
export function ContentFields({ slot, sources, lines }: ContentFieldsProps): JSX.Element {
  return (
    <>
      {sources.map((source, index) => (
        <SourceCard
          // The order is the identity of a source.
          key={`${slot.id}:${slot.content}:${index}`}
          slot={slot}
          index={index}
          source={source}
          lines={lines}
        />
      ))}
      {sources.length === 0 ? <EmptyContent slot={slot} /> : null}
    </>
  );
}

function EmptyContent({ slot }: { slot: ContentSlot }): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const { run } = useActions();
  return (
    <Input.TextArea
      autoSize={{ minRows: 2, maxRows: 6 }}
      aria-label={t('panel.content')}
      value=""
      onChange={(event) => run(setText(slot, event.target.value), `content:${slot.id}:${slot.content}`)}
      onBlur={() => editor.endMerge()}
    />
  );
}

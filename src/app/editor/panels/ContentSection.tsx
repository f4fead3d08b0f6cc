import { Input } from 'antd';
import type { JSX, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataSource } from '#model/elements/base/content.ts';
import type { ElementBase } from '#model/elements/base/element.ts';
import type { ElementContent } from '#model/elements/base/content-behaviour.ts';
import { setText, type ContentSlot } from '#editor/commands/content.ts';
import { SourceCard } from '../data/SourceCard.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { Section } from '../widgets/fields.tsx';

interface ContentSectionProps {
  /** An element that has exactly one content. */
  readonly element: ElementBase & ElementContent;
  /** How high a text field is at least. */
  readonly lines: number;
  /** What stands below the content. */
  readonly children?: ReactNode;
}

/** Where an element takes its only content from. */
export function ContentSection({ element, lines, children }: ContentSectionProps): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <Section title={t('panel.content')}>
      <ContentFields slot={{ id: element.id, content: 0 }} sources={element.sources} lines={lines} />
      {children}
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
          // Sources have no ids: their order is what tells them apart.
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

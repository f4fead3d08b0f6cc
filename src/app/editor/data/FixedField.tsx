import { Input } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { FixedSource } from '#model/elements/base/content.ts';
import { isTranslatable } from '#model/elements/translated.ts';
import { isRightToLeft } from '#model/elements/base/text-direction.ts';
import type { ContentSlot } from '#editor/commands/content.ts';
import { setSource } from '#editor/commands/sources.ts';
import { retypedIn, textOf } from '#editor/commands/translations.ts';
import { useStore } from '#app/state/store.ts';
import { growingField } from '#app/ui/growing-field.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';

interface FixedFieldProps {
  readonly slot: ContentSlot;
  readonly index: number;
  readonly source: FixedSource;
  readonly lines: number;
  readonly placeholder?: string | undefined;
}

/** The typed text of a source. Continuous typing is one undo step. */
export function FixedField({ slot, index, source, lines, placeholder }: FixedFieldProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor, data } = useEditorSession();
  const { run } = useActions();
  const shown = useStore(data.state).record.language;
  const language = isTranslatable(source) ? shown : undefined;
  const text = textOf(source, language);
  return (
    <div data-content-field>
      <Input.TextArea
        {...growingField(lines, 8)}
        aria-label={t('panel.content')}
        data-testid="content-input"
        placeholder={placeholder ?? t('tips:tip124')}
        value={text}
        dir={isRightToLeft(text) ? 'rtl' : 'ltr'}
        spellCheck={false}
        onChange={(event) =>
          run(
            setSource(slot, index, retypedIn(source, event.target.value, language)),
            `content:${slot.id}:${slot.content}:${index}`,
          )
        }
        onBlur={() => editor.endMerge()}
      />
    </div>
  );
}

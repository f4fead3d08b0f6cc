import { Input } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { retyped, type FixedSource } from '#model/elements/base/content.ts';
import { isRightToLeft } from '#model/elements/base/text-direction.ts';
import type { ContentSlot } from '#editor/commands/content.ts';
import { setSource } from '#editor/commands/sources.ts';
import { growingField } from '#app/ui/growing-field.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';

interface FixedFieldProps {
  readonly slot: ContentSlot;
  readonly index: number;
  readonly source: FixedSource;
  readonly lines: number;
}

/** The typed text of a source. Continuous typing is one undo step. */
export function FixedField({ slot, index, source, lines }: FixedFieldProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const { run } = useActions();
  return (
    <div data-content-field>
      <Input.TextArea
        {...growingField(lines, 8)}
        aria-label={t('panel.content')}
        data-testid="content-input"
        placeholder={t('tips:tip124')}
        value={source.text}
        dir={isRightToLeft(source.text) ? 'rtl' : 'ltr'}
        spellCheck={false}
        onChange={(event) =>
          run(
            setSource(slot, index, retyped(source, event.target.value)),
            `content:${slot.id}:${slot.content}:${index}`,
          )
        }
        onBlur={() => editor.endMerge()}
      />
    </div>
  );
}

import { Input } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_BLANK_LENGTH, type BlankRules, type FixedSource } from '#model/elements/base/content.ts';
import { blankName } from '#model/data/blanks.ts';
import { contentsOf } from '#model/elements/element.ts';
import type { ContentSlot } from '#editor/commands/content.ts';
import { setSource } from '#editor/commands/sources.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { CheckRow, NumberField, Row } from '../widgets/fields.tsx';

interface BlankFieldsProps {
  readonly slot: ContentSlot;
  readonly index: number;
  readonly source: FixedSource;
}

/** Default rules of a fill-in field: most labels are useless without its value. */
const NEW_BLANK: BlankRules = { label: '', required: true, maxLength: null };
/** The default length limit when one is turned on. */
const USUAL_LENGTH = 30;
const MAX_LABEL_LENGTH = 100;

/** Makes a text, a code or a cell of a table a fill-in field for printing, with rules for its value. */
export function BlankFields({ slot, index, source }: BlankFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const { run } = useActions();
  const element = useEditorState((s) => s.template.elements.find(({ id }) => id === slot.id));
  const place = element === undefined ? undefined : contentsOf(element)[slot.content]?.place;
  const { blank, ...fixed } = source;

  function change(rules: BlankRules | undefined, merge?: string): void {
    const next: FixedSource = rules === undefined ? fixed : { ...fixed, blank: rules };
    run(setSource(slot, index, next), merge === undefined ? undefined : `${merge}:${slot.id}:${slot.content}:${index}`);
  }
  const end = (): void => editor.endMerge();
  return (
    <>
      <CheckRow
        label={t('data.blank')}
        on={blank !== undefined}
        onChange={(on) => change(on ? NEW_BLANK : undefined)}
      />
      {blank === undefined ? null : (
        <>
          <Row label={t('data.blankLabel')}>
            <Input
              size="small"
              aria-label={t('data.blankLabel')}
              data-testid="blank-label"
              placeholder={element === undefined ? '' : blankName({ label: '', element, place })}
              maxLength={MAX_LABEL_LENGTH}
              value={blank.label}
              spellCheck={false}
              onChange={(event) => change({ ...blank, label: event.target.value }, 'blankLabel')}
              onBlur={end}
            />
          </Row>
          <CheckRow
            label={t('data.blankRequired')}
            on={blank.required}
            onChange={(required) => change({ ...blank, required })}
          />
          <CheckRow
            label={t('data.blankLimited')}
            on={blank.maxLength !== null}
            onChange={(limited) => change({ ...blank, maxLength: limited ? USUAL_LENGTH : null })}
          />
          {blank.maxLength === null ? null : (
            <Row label={t('data.blankLength')}>
              <NumberField
                label={t('data.blankLength')}
                testId="blank-length"
                value={blank.maxLength}
                min={1}
                max={MAX_BLANK_LENGTH}
                fallback={USUAL_LENGTH}
                precision={0}
                onChange={(maxLength) => change({ ...blank, maxLength }, 'blankLength')}
                onEnd={end}
              />
            </Row>
          )}
          <p className="ed-hint">{t('data.blankHint')}</p>
        </>
      )}
    </>
  );
}

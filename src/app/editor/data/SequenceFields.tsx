import { Input } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MAX_SEQUENCE_REPEAT,
  MAX_SEQUENCE_STEP,
  SEQUENCE_TYPES,
  type SequenceSource,
  type SequenceType,
} from '#model/elements/base/content.ts';
import { sequenceEnd, sequenceValue } from '#model/data/sequence.ts';
import type { ContentSlot } from '#editor/commands/content.ts';
import { setSource } from '#editor/commands/sources.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { NumberField, Row, SelectField } from '../widgets/fields.tsx';
import { useActions } from '../session/actions.tsx';
import { CounterFields } from './CounterFields.tsx';
import { useEditorSession } from '../session/editor-session.tsx';

const NAMES = {
  digits: 'data.sequenceDigits',
  hex: 'data.sequenceHex',
  letters: 'data.sequenceLetters',
  alphanumeric: 'data.sequenceAlphanumeric',
} as const satisfies Record<SequenceType, string>;

interface SequenceFieldsProps {
  readonly slot: ContentSlot;
  readonly index: number;
  readonly source: SequenceSource;
}

/** The start, the step, and the repetitions of a running number. */
export function SequenceFields({ slot, index, source }: SequenceFieldsProps): JSX.Element {
  const { t, i18n } = useTranslation(['editor', 'problems']);
  const { editor } = useEditorSession();
  const { run } = useActions();
  const first = sequenceValue(source, 0);
  const ending = sequenceEnd(source);
  const number = numberFormat(i18n.language);

  function change(fields: Partial<SequenceSource>): void {
    run(setSource(slot, index, { ...source, ...fields }), `sequence:${slot.id}:${slot.content}:${index}`);
  }
  const end = (): void => editor.endMerge();

  return (
    <>
      <Row label={t('data.sequenceType')}>
        <SelectField<SequenceType>
          label={t('data.sequenceType')}
          testId="sequence-type"
          value={source.kind}
          choices={SEQUENCE_TYPES.map((value) => ({ value, label: t(NAMES[value]) }))}
          onChange={(kind) => change({ kind })}
        />
      </Row>
      <Row label={t('data.sequenceInitial')}>
        <Input
          size="small"
          aria-label={t('data.sequenceInitial')}
          data-testid="sequence-initial"
          value={source.initial}
          status={first.ok ? '' : 'error'}
          spellCheck={false}
          onChange={(event) => change({ initial: event.target.value })}
          onBlur={end}
        />
      </Row>
      <Row label={t('data.sequenceStep')}>
        <NumberField
          label={t('data.sequenceStep')}
          testId="sequence-step"
          value={source.step}
          min={-MAX_SEQUENCE_STEP}
          max={MAX_SEQUENCE_STEP}
          fallback={1}
          precision={0}
          onChange={(step) => change({ step })}
          onEnd={end}
        />
      </Row>
      <Row label={t('data.sequenceRepeat')}>
        <NumberField
          label={t('data.sequenceRepeat')}
          testId="sequence-repeat"
          value={source.repeat}
          min={1}
          max={MAX_SEQUENCE_REPEAT}
          fallback={1}
          precision={0}
          onChange={(repeat) => change({ repeat })}
          onEnd={end}
        />
      </Row>
      <CounterFields source={source} onChange={(next) => run(setSource(slot, index, next))} />
      <p className="ed-hint">{first.ok ? t('data.sequenceHint') : problemText(t, first.error)}</p>
      {ending === null ? null : (
        <p className="ed-hint" data-testid="sequence-length">
          {t('data.sequenceLength', { count: ending.count, number: number.format(ending.count), last: ending.last })}
        </p>
      )}
    </>
  );
}

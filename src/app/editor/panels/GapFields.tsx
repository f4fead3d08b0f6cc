import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { commonGap, setGap } from '#editor/commands/align.ts';
import { fromMm, toMm, unitMark, unitMm, useUnit } from '#app/state/unit.ts';
import { useActions } from '../session/actions.tsx';
import { lengthStep } from '../session/display-unit.ts';
import { useEditorSession, useThrottledState } from '../session/editor-session.tsx';
import { NumberField } from '../widgets/fields.tsx';

/** Elements may overlap, and be far apart. */
const FAR_MM = 3000;

/** The horizontal and vertical gaps between the selected elements. Empty if they are not equal. */
export function GapFields({ disabled }: { disabled: boolean }): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <div className="ed-quad">
      <GapField axis="horizontal" mark="↔" label={t('panel.gapX')} disabled={disabled} />
      <GapField axis="vertical" mark="↕" label={t('panel.gapY')} disabled={disabled} />
    </div>
  );
}

function GapField({
  axis,
  mark,
  label,
  disabled,
}: {
  axis: 'horizontal' | 'vertical';
  mark: string;
  label: string;
  disabled: boolean;
}): JSX.Element {
  const { i18n } = useTranslation('editor');
  const unit = useUnit();
  const { editor } = useEditorSession();
  const { run } = useActions();
  // A drag keeps the gaps of what it moves; they are not measured at each step.
  const gap = useThrottledState((s) => (s.interaction.type === 'none' ? commonGap(axis, s) : null));
  return (
    <NumberField
      label={label}
      mark={mark}
      unitMm={unitMm(unit)}
      suffix={unitMark(unit, i18n.language)}
      testId={`field-gap-${axis}`}
      value={gap === null ? null : fromMm(gap, unit)}
      min={fromMm(-FAR_MM, unit)}
      max={fromMm(FAR_MM, unit)}
      step={lengthStep(unit)}
      precision={3}
      disabled={disabled}
      onChange={(value) => run(setGap(axis, toMm(value, unit)), `gap:${axis}`)}
      onEnd={() => editor.endMerge()}
    />
  );
}

import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { LabelElement } from '#model/elements/element.ts';
import type { Mm } from '#model/kernel/units.ts';
import { resizeTo, settableSize, type SizeAxis } from '#editor/commands/size.ts';
import { refitted } from '#editor/footprint.ts';
import { fromMm, toMm, unitMark, unitMm, useUnit } from '#app/state/unit.ts';
import { formatLength, lengthStep } from '../session/display-unit.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { NumberField } from '../widgets/fields.tsx';

/** The longest label, in mm. */
const MOST_MM = 3000;

interface SizeFieldProps {
  readonly axis: SizeAxis;
  /** The selected elements. */
  readonly elements: readonly LabelElement[];
  /** Their rendered size; shown if the size can't be set. */
  readonly paintedMm: Mm;
}

/** The width or height of the selection: a field if a handle on the canvas can change it too. */
export function SizeField({ axis, elements, paintedMm }: SizeFieldProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const unit = useUnit();
  const { editor } = useEditorSession();
  const { run } = useActions();
  const bounds = useEditorState((s) => s.bounds);
  const mark = t(axis === 'width' ? 'panel.widthMark' : 'panel.heightMark');
  const label = t(axis === 'width' ? 'panel.width' : 'panel.height');
  const suffix = unitMark(unit, i18n.language);
  const size = settableSize(
    elements.map((e) => refitted(e, bounds)),
    axis,
  );
  if (size === null) {
    const value = formatLength(paintedMm, unit, i18n.language);
    return (
      <div className="ed-measure" title={label} aria-label={`${label}: ${value} ${suffix}`}>
        <span className="ed-mark">{mark}</span>
        <span>{value}</span>
        <span className="ed-mark">{suffix}</span>
      </div>
    );
  }
  const value = fromMm(size.sizeMm, unit);
  return (
    <NumberField
      label={label}
      mark={mark}
      unitMm={unitMm(unit)}
      suffix={suffix}
      testId={`field-${axis}`}
      value={value}
      // The current value is always valid.
      min={Math.min(value, fromMm(size.leastMm, unit))}
      max={Math.max(value, fromMm(Math.min(MOST_MM, size.mostMm), unit))}
      step={lengthStep(unit)}
      precision={3}
      onChange={(typed) => run(resizeTo(axis, toMm(typed, unit)), `${axis}:${elements.map((e) => e.id).join()}`)}
      onEnd={() => editor.endMerge()}
    />
  );
}

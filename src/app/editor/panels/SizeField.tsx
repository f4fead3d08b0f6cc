import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { LabelElement } from '#model/elements/element.ts';
import type { Mm } from '#model/kernel/units.ts';
import { resizeTo, settableSize, type SettableSize, type SizeAxis } from '#editor/commands/size.ts';
import type { EditorState } from '#editor/editor.ts';
import { drawnBounds, levelBounds, refitted, selectionBox } from '#editor/footprint.ts';
import { chosenElements } from '#editor/selection.ts';
import { fromMm, toMm, unitMark, unitMm, useUnit } from '#app/state/unit.ts';
import { formatLength, lengthStep } from '../session/display-unit.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useThrottledState } from '../session/editor-session.tsx';
import { NumberField } from '../widgets/fields.tsx';

/** The longest label, in mm. */
const MOST_MM = 3000;

interface SizeFieldProps {
  readonly axis: SizeAxis;
  /** The selected elements. */
  readonly elements: readonly LabelElement[];
}

interface ShownSize {
  /** Null if the size can't be set. */
  readonly settable: SettableSize | null;
  /** The rendered size; shown if it can't be set. */
  readonly paintedMm: Mm;
}

/** The width or height of the selection: a field if a handle on the canvas can change it too. */
export function SizeField({ axis, elements }: SizeFieldProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const unit = useUnit();
  const { editor } = useEditorSession();
  const { run } = useActions();
  const [read] = useState(() => createSizeReader(axis));
  const { settable: size, paintedMm } = useThrottledState(read);
  const mark = t(axis === 'width' ? 'panel.widthMark' : 'panel.heightMark');
  const label = t(axis === 'width' ? 'panel.width' : 'panel.height');
  const suffix = unitMark(unit, i18n.language);
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

/** Reads the size of the selection; the same object while the size is the same. */
function createSizeReader(axis: SizeAxis): (state: EditorState) => ShownSize {
  let last: ShownSize = { settable: null, paintedMm: 0 };
  let from: Pick<EditorState, 'template' | 'selection' | 'bounds'> | null = null;
  return (state) => {
    const { template, selection } = state;
    const bounds = drawnBounds(state);
    if (from?.template === template && from.selection === selection && from.bounds === bounds) return last;
    from = { template, selection, bounds };
    const elements = chosenElements(template, selection);
    const settable = settableSize(
      elements.map((e) => refitted(e, bounds)),
      axis,
    );
    const [only, more] = elements;
    // That of a turned element is along its sides, as it is set.
    const box = only === undefined || more !== undefined ? selectionBox(elements, bounds) : levelBounds(only, bounds);
    const paintedMm = box?.[axis] ?? 0;
    const isSame =
      settable?.sizeMm === last.settable?.sizeMm &&
      settable?.leastMm === last.settable?.leastMm &&
      settable?.mostMm === last.settable?.mostMm &&
      paintedMm === last.paintedMm;
    if (!isSame) last = { settable, paintedMm };
    return last;
  };
}

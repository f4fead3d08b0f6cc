import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { PINS, UNPINNED } from '#model/elements/base/pins.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { LABEL_LIMITS } from '#model/template/label-limits.ts';
import { setFollowing } from '#editor/commands/label-size.ts';
import { fromMm, toMm, unitMark, unitMm, useUnit } from '#app/state/unit.ts';
import { useActions } from '../session/actions.tsx';
import { lengthStep } from '../session/display-unit.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { CheckRow, NumberField, Row, Section, SelectField } from '../widgets/fields.tsx';
import { common } from '../widgets/mixed.ts';

/** How the selected elements follow the label when its size changes, and below which size they are left out. */
export function PinsSection({ elements }: { readonly elements: readonly LabelElement[] }): JSX.Element {
  const { t } = useTranslation('editor');
  const { run } = useActions();
  const pins = elements.map((element) => element.pins ?? UNPINNED);
  const isStretched = pins.some(({ x, y }) => x === 'stretch' || y === 'stretch');
  return (
    <Section title={t('pins.title')}>
      {(['x', 'y'] as const).map((axis) => (
        <Row key={axis} label={t(`pins.${axis}`)}>
          <SelectField
            label={t(`pins.${axis}`)}
            testId={`pin-${axis}`}
            value={common(pins.map((of) => of[axis]))}
            choices={PINS.map((value) => ({ value, label: t(`pins.${axis}.${value}`) }))}
            onChange={(pin) => run(setFollowing({ pins: { [axis]: pin } }))}
          />
        </Row>
      ))}
      {isStretched ? (
        <CheckRow
          label={t('pins.keepsProportion')}
          on={common(pins.map(({ keepsProportion }) => keepsProportion))}
          onChange={(keepsProportion) => run(setFollowing({ pins: { keepsProportion } }))}
        />
      ) : null}
      <LimitField side="width" elements={elements} />
      <LimitField side="height" elements={elements} />
    </Section>
  );
}

interface LimitFieldProps {
  readonly side: 'width' | 'height';
  readonly elements: readonly LabelElement[];
}

/** The width or height of labels below which the elements are left out; 0 for none. */
function LimitField({ side, elements }: LimitFieldProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const unit = useUnit();
  const { editor } = useEditorSession();
  const { run } = useActions();
  const valueMm = common(elements.map(({ hideBelow }) => hideBelow?.[side] ?? 0));
  const most = side === 'width' ? LABEL_LIMITS.maxWidthMm : LABEL_LIMITS.maxHeightMm;
  return (
    <Row label={t(`pins.hideBelow.${side}`)}>
      <NumberField
        label={t(`pins.hideBelow.${side}`)}
        testId={`hide-below-${side}`}
        unitMm={unitMm(unit)}
        suffix={unitMark(unit, i18n.language)}
        value={valueMm === null ? null : fromMm(valueMm, unit)}
        min={0}
        max={fromMm(most, unit)}
        step={lengthStep(unit)}
        precision={3}
        fallback={0}
        onChange={(value) =>
          run(
            setFollowing({ hideBelow: { [side]: toMm(value, unit) } }),
            `hideBelow:${side}:${elements.map(({ id }) => id).join()}`,
          )
        }
        onEnd={() => editor.endMerge()}
      />
    </Row>
  );
}

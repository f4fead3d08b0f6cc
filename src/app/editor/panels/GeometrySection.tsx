import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { ROTATIONS, type Rect, type Rotation } from '#model/kernel/geometry.ts';
import { angleOf } from '#model/elements/base/turn.ts';
import { canHaveCanvasMirror, hasSymbol, mayTurnFreely } from '#model/elements/registry.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { EditorState } from '#editor/editor.ts';
import { drawnBounds, selectionBox } from '#editor/footprint.ts';
import { chosenElements } from '#editor/selection.ts';
import { moveBy } from '#editor/commands/move.ts';
import { setCommon } from '#editor/commands/properties.ts';
import { allowFreeAngle, setRotation } from '#editor/commands/rotate.ts';
import { fromMm, toMm, unitMark, unitMm, useUnit } from '#app/state/unit.ts';
import { lengthStep } from '../session/display-unit.ts';
import { useActions } from '../session/actions.tsx';
import { useThrottledState, useEditorSession } from '../session/editor-session.tsx';
import { CheckRow, IconChoice, NumberField, Section, Toggle } from '../widgets/fields.tsx';
import { Icon } from '../widgets/icons.tsx';
import { common } from '../widgets/mixed.ts';
import { SizeField } from './SizeField.tsx';

const WHOLE_TURN = 360;
const ANGLE_STEP = 0.1;

/** The largest position that can be typed: the longest label has 3000 mm, and elements may be outside the label. */
const FAR_MM = 3000;

/** Position, size, rotation and mirroring of one element, or of the box around several. */
export function GeometrySection({ elements }: { elements: readonly LabelElement[] }): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { run } = useActions();
  if (elements.length === 0) return null;
  const locked = elements.some((e) => e.locked);
  const angle = common(elements.map(angleOf));
  const codes = elements.filter((e) => hasSymbol(e.type));
  const isFree = elements.every(mayTurnFreely);
  return (
    <Section title={t('panel.place')}>
      <div className="ed-quad">
        <PlaceField axis="x" elements={elements} disabled={locked} />
        <PlaceField axis="y" elements={elements} disabled={locked} />
        <SizeField axis="width" elements={elements} />
        <SizeField axis="height" elements={elements} />
        <AngleField angle={angle} elements={elements} disabled={locked || !isFree} />
        <div className="ed-tools">
          <Toggle
            label={t('panel.mirror')}
            icon="mirror"
            on={common(elements.map((e) => e.mirror))}
            onChange={(mirror) => run(setCommon({ mirror }))}
          />
          {elements.every((e) => canHaveCanvasMirror(e.type)) ? (
            <Toggle
              label={t('panel.canvasMirror')}
              icon="canvasMirror"
              on={common(elements.map((e) => e.canvasMirror))}
              onChange={(canvasMirror) => run(setCommon({ canvasMirror }))}
            />
          ) : null}
        </div>
      </div>
      <IconChoice
        label={t('panel.rotation')}
        value={angle === null ? null : (String(angle) as `${Rotation}`)}
        disabled={locked}
        choices={ROTATIONS.map((quarter) => ({ value: `${quarter}` as const, label: `${quarter}°` }))}
        onChange={(quarter) => run(setRotation(Number(quarter)))}
      />
      {codes.length === 0 ? null : (
        <CheckRow
          label={t('panel.freeAngle')}
          on={common(codes.map((e) => e.freeAngle === true))}
          disabled={locked}
          onChange={(allowed) => run(allowFreeAngle(allowed))}
        />
      )}
      {isFree ? null : <p className="ed-hint">{t('panel.freeAngleHint')}</p>}
      {isFree && codes.some((e) => e.turnDegrees !== undefined) ? (
        <p className="ed-hint">{t('panel.freeAngleRead')}</p>
      ) : null}
    </Section>
  );
}

/** The angle, which begins again at 0 after a whole turn. */
function AngleField({
  angle,
  elements,
  disabled,
}: {
  readonly angle: number | null;
  readonly elements: readonly LabelElement[];
  readonly disabled: boolean;
}): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const { run } = useActions();
  return (
    <NumberField
      label={t('panel.angle')}
      mark={<Icon name="rotate" size={12} />}
      suffix="°"
      testId="field-angle"
      value={angle}
      min={-WHOLE_TURN}
      max={2 * WHOLE_TURN}
      step={ANGLE_STEP}
      maxDecimals={1}
      disabled={disabled}
      onChange={(degrees) => run(setRotation(degrees), `angle:${elements.map((e) => e.id).join()}`)}
      onEnd={() => editor.endMerge()}
    />
  );
}

interface PlaceFieldProps {
  readonly axis: 'x' | 'y';
  /** The selected elements. */
  readonly elements: readonly LabelElement[];
  readonly disabled: boolean;
}

/** The start of the selection. Only this part of the panel follows a move. */
function PlaceField({ axis, elements, disabled }: PlaceFieldProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const unit = useUnit();
  const { editor } = useEditorSession();
  const { run } = useActions();
  const atMm = useThrottledState((s) => boxOf(s)?.[axis] ?? 0);

  function moveTo(value: number): void {
    // Read from the editor and not from the last render, because keys can be faster than the panel renders.
    const now = boxOf(editor.state());
    if (now === null) return;
    const by = toMm(value, unit) - now[axis];
    run(axis === 'x' ? moveBy(by, 0) : moveBy(0, by), `${axis}:${elements.map((e) => e.id).join()}`);
  }
  return (
    <NumberField
      label={t(`panel.${axis}`)}
      mark={axis === 'x' ? 'X' : 'Y'}
      unitMm={unitMm(unit)}
      suffix={unitMark(unit, i18n.language)}
      testId={`field-${axis}`}
      value={fromMm(atMm, unit)}
      min={fromMm(-FAR_MM, unit)}
      max={fromMm(FAR_MM, unit)}
      step={lengthStep(unit)}
      precision={3}
      disabled={disabled}
      onChange={moveTo}
      onEnd={() => editor.endMerge()}
    />
  );
}

/** The box as drawn: texts above that grow on this label don't change its place. */
function boxOf(state: EditorState): Rect | null {
  return selectionBox(chosenElements(state.template, state.selection), drawnBounds(state));
}

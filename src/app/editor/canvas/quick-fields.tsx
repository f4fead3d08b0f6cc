import type { ComponentType, JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { canBeFilled } from '#model/elements/shapes/figure-element.ts';
import type { ShapeElement } from '#model/elements/shapes/shape-element.ts';
import { FONT_SIZE_LIMITS } from '#model/elements/base/text-style.ts';
import type { ElementByType, ElementType, LabelElement } from '#model/elements/element.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { useActions } from '../session/actions.tsx';
import { usePatch } from '../session/patch.ts';
import { Toggle } from '../widgets/fields.tsx';
import { Icon, type IconName } from '../widgets/icons.tsx';

interface QuickFieldsProps {
  /** The selection, all of one type. */
  readonly elements: readonly LabelElement[];
}

/** The main attributes of the types that have some; all others are in the panel. */
export const QUICK_FIELDS: Readonly<Partial<Record<ElementType, ComponentType<QuickFieldsProps>>>> = {
  text: textFields('text'),
  timeText: textFields('timeText'),
  rectangle: shapeFields('rectangle'),
  roundRectangle: shapeFields('roundRectangle'),
  ellipse: shapeFields('ellipse'),
  diamond: shapeFields('diamond'),
  triangle: shapeFields('triangle'),
  figure: shapeFields('figure'),
  image: ImageFields,
};

function ofType<T extends ElementType>(elements: readonly LabelElement[], type: T): readonly ElementByType[T][] {
  return elements.filter((element): element is ElementByType[T] => element.type === type);
}

/** A step of the font's size: two points on the specification's scale of 0.2. */
const SIZE_STEP = 10 * FONT_SIZE_LIMITS.step;

function textFields(type: 'text' | 'timeText'): ComponentType<QuickFieldsProps> {
  return function TextFields({ elements }) {
    const { t, i18n } = useTranslation('editor');
    const { patch } = usePatch(type);
    const texts = ofType(elements, type);
    const sizes = texts.map((e) => e.fontSize);
    const sizeBy = (step: number): void => {
      const { min, max } = FONT_SIZE_LIMITS;
      // All get the stepped size of the largest: a bar has no room for differences.
      const size = Math.round((Math.max(...sizes) + step) * 10) / 10;
      patch({ fontSize: Math.min(max, Math.max(min, size)) }, 'fontSize');
    };
    const tenths = numberFormat(i18n.language, { maximumFractionDigits: 1 });
    const bold = texts.every((e) => e.bold);
    const italic = texts.every((e) => e.italic);
    return (
      <>
        <Press icon="zoomOut" label={t('bar.smaller')} onPress={() => sizeBy(-SIZE_STEP)} />
        <span className="ed-bar-size" title={t('panel.fontSize')}>
          {tenths.format(Math.max(...sizes))}
        </span>
        <Press icon="zoomIn" label={t('bar.larger')} onPress={() => sizeBy(SIZE_STEP)} />
        <Toggle label={t('panel.bold')} icon="bold" on={bold} onChange={(on) => patch({ bold: on })} />
        <Toggle label={t('panel.italic')} icon="italic" on={italic} onChange={(on) => patch({ italic: on })} />
      </>
    );
  };
}

function shapeFields(type: ShapeElement['type']): ComponentType<QuickFieldsProps> {
  return function ShapeFields({ elements }) {
    const { t } = useTranslation('editor');
    const { patch } = usePatch(type);
    const shapes = ofType(elements, type);
    const filled = shapes.every((e) => e.filled);
    const dashed = shapes.every((e) => e.dashed);
    return (
      <>
        {shapes.every(canBeFilled) ? (
          <Toggle label={t('panel.filled')} icon="fill" on={filled} onChange={(on) => patch({ filled: on })} />
        ) : null}
        <Toggle label={t('style.dashed')} icon="dashed" on={dashed} onChange={(on) => patch({ dashed: on })} />
      </>
    );
  };
}

function ImageFields({ elements }: QuickFieldsProps): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { replaceImage } = useActions();
  return elements.length > 1 ? null : <Press icon="refresh" label={t('panel.replaceImage')} onPress={replaceImage} />;
}

function Press({ icon, label, onPress }: { icon: IconName; label: string; onPress(): void }): JSX.Element {
  return (
    <button type="button" className="ed-toggle" aria-label={label} title={label} onClick={onPress}>
      <Icon name={icon} size={16} />
    </button>
  );
}

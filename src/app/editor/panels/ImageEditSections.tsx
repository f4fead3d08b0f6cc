import { Button } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CLEAR_TOLERANCE_MAX,
  CROP_SIDES,
  IMAGE_MASKS,
  LEAST_LEFT,
  NO_IMAGE_EDITS,
  TONE_FIELDS,
  TONE_LIMITS,
  type ImageEdits,
  type ImageElement,
  type ToneField,
} from '#model/elements/image/image-element.ts';
import { definitionOf } from '#model/elements/element.ts';
import { croppedPart } from '#model/elements/image/image-edits.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { usePatch } from '../session/patch.ts';
import { CheckRow, IconChoice, NumberField, Row, Section } from '../widgets/fields.tsx';
import type { Mixed } from '../widgets/mixed.ts';
import { ShapeLengthField } from './ShapeLengthField.tsx';

const GAMMA_STEP = 0.1;
const PERCENT_STEP = 5;
const SIDE_MARKS = { cropLeft: '←', cropTop: '↑', cropRight: '→', cropBottom: '↓' } as const;
const WHITE = '#ffffff';

/** The tones of an image: brightness, contrast, gamma, sharpness, and the color that becomes transparent. */
export function TonesSection({ element }: { readonly element: ImageElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch('image');
  const { clearColor, clearTolerance } = element;
  const isChanged = TONE_FIELDS.some((field) => element[field] !== NO_IMAGE_EDITS[field]) || element.inverted;
  const reset = (): void => {
    const { brightness, contrast, gamma, sharpness, inverted } = NO_IMAGE_EDITS;
    patch({ brightness, contrast, gamma, sharpness, inverted });
  };
  return (
    <Section
      title={t('panel.tones')}
      extra={
        <Button size="small" type="text" disabled={!isChanged} onClick={reset}>
          {t('panel.resetTones')}
        </Button>
      }
    >
      <ToneFields values={element} patch={patch} end={end} />
      <CheckRow
        label={t('panel.clearColor')}
        on={clearColor !== ''}
        onChange={(on) => patch({ clearColor: on ? WHITE : '' })}
      />
      {clearColor === '' ? null : (
        <>
          <Row label={t('panel.color')}>
            <input
              type="color"
              className="ed-color"
              aria-label={t('panel.color')}
              value={clearColor}
              onChange={(event) => patch({ clearColor: event.target.value }, 'clearColor')}
              onBlur={end}
            />
          </Row>
          <Row label={t('panel.clearTolerance')}>
            <NumberField
              label={t('panel.clearTolerance')}
              value={clearTolerance}
              min={0}
              max={CLEAR_TOLERANCE_MAX}
              fallback={NO_IMAGE_EDITS.clearTolerance}
              precision={0}
              onChange={(value) => patch({ clearTolerance: value }, 'clearTolerance')}
              onEnd={end}
            />
          </Row>
        </>
      )}
    </Section>
  );
}

interface ToneFieldsProps {
  readonly values: Mixed<Pick<ImageEdits, ToneField | 'inverted'>>;
  patch(fields: Partial<Pick<ImageEdits, ToneField | 'inverted'>>, merge?: string): void;
  end(): void;
}

export function ToneFields({ values, patch, end }: ToneFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <>
      {TONE_FIELDS.map((field) => (
        <Row key={field} label={t(`panel.${field}`)}>
          <NumberField
            label={t(`panel.${field}`)}
            value={values[field]}
            {...TONE_LIMITS[field]}
            fallback={NO_IMAGE_EDITS[field]}
            {...(field === 'gamma' ? { step: GAMMA_STEP, precision: 2 } : { step: PERCENT_STEP, precision: 0 })}
            {...(field === 'gamma' ? {} : { suffix: '%' })}
            onChange={(value) => patch({ [field]: value }, field)}
            onEnd={end}
          />
        </Row>
      ))}
      <CheckRow label={t('panel.inverted')} on={values.inverted} onChange={(inverted) => patch({ inverted })} />
    </>
  );
}

/** What is cut off each side of an image, and the shape outside of which nothing of it shows. */
export function CropSection({ element }: { readonly element: ImageElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch('image');
  const { editor, render } = useEditorSession();
  const { report } = useActions();
  const stored = useEditorState((s) => s.template.assets.get(element.asset));
  const part = croppedPart(element);

  async function trimEdges(): Promise<void> {
    if (stored === undefined) return;
    const edges = await render.imageEdges(stored.bytes);
    if (!edges.ok) return report(edges.error);
    const now = editor.state();
    const own = now.template.elements.find(({ id }) => id === element.id);
    const isSame = own !== undefined && definitionOf(own.type).assets(own).includes(element.asset);
    if (isSame && now.selection.length === 1 && now.selection[0] === element.id) patch(edges.value);
  }

  return (
    <Section title={t('panel.crop')}>
      <div className="ed-pair">
        {CROP_SIDES.map((side) => {
          const left = side === 'cropLeft' || side === 'cropRight' ? part.width : part.height;
          return (
            <NumberField
              key={side}
              label={t(`panel.${side}`)}
              mark={SIDE_MARKS[side]}
              value={element[side] * 100}
              min={0}
              max={Math.floor((element[side] + left - LEAST_LEFT) * 1e4) / 100}
              fallback={0}
              precision={2}
              suffix="%"
              disabled={element.locked}
              onChange={(percent) => patch({ [side]: percent / 100 }, side)}
              onEnd={end}
            />
          );
        })}
      </div>
      <Button size="small" block disabled={element.locked} onClick={() => void trimEdges()}>
        {t('panel.trimEdges')}
      </Button>
      <Row label={t('panel.mask')}>
        <IconChoice
          label={t('panel.mask')}
          value={element.mask}
          choices={IMAGE_MASKS.map((value) => ({ value, label: t(`mask.${value}`) }))}
          onChange={(mask) => patch({ mask })}
        />
      </Row>
      {element.mask === 'rounded' ? (
        <ShapeLengthField
          what="cornerRadius"
          valueMm={element.maskRadiusMm}
          onChange={(maskRadiusMm) => patch({ maskRadiusMm }, 'maskRadiusMm')}
          onEnd={end}
        />
      ) : null}
    </Section>
  );
}

import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { LineMarkers } from '#model/elements/line/line-markers.ts';
import { ONE_BIT_MODES } from '#model/elements/base/display-op.ts';
import { COURSE_FITS } from '#model/elements/base/fit-course.ts';
import type { FlagSides } from '#model/elements/base/flag-sides.ts';
import type { TextCourse } from '#model/elements/base/text-course.ts';
import { PARAGRAPH_FIELDS } from '#model/elements/base/paragraph-style.ts';
import { TEXT_FITS, TEXT_STYLE_FIELDS, type TextStyle } from '#model/elements/base/text-style.ts';
import { NUMBER_POSITIONS } from '#model/elements/base/symbol-number.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { IMAGE_DISPLAY_MODES, THRESHOLD_MAX, TONE_FIELDS } from '#model/elements/image/image-element.ts';
import { isBoundText } from '#model/page/fit-proof.ts';
import { setShared, sharing, type ShareableFields } from '#editor/commands/shared-fields.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { CheckRow, IconChoice, NumberField, Row, Section, SelectField } from '../widgets/fields.tsx';
import { mixedFields, type Mixed } from '../widgets/mixed.ts';
import { DeclaredValuesSection } from './DeclaredValuesSection.tsx';
import { FamilyField } from './FamilyField.tsx';
import { ToneFields } from './ImageEditSections.tsx';
import { FillFields } from './FillFields.tsx';
import { FlagFields } from './FlagFields.tsx';
import { MarkerFields } from './MarkerFields.tsx';
import { ParagraphSection } from './ParagraphSection.tsx';
import { PenFields } from './PenFields.tsx';
import { ShapeLengthField } from './ShapeLengthField.tsx';
import { FitFields, FontSection, SpacingSection } from './TextStyleFields.tsx';
import { SizeGroupField } from './SizeGroupField.tsx';
import { WritingField } from './WritingField.tsx';

const FILL_FIELDS = ['filled', 'fillPattern', 'fillDensity'] as const;
const IMAGE_FIELDS = ['keepProportion', 'displayMode', 'oneBit', 'threshold', 'inverted', ...TONE_FIELDS] as const;

interface SharedProps<K extends keyof ShareableFields> {
  /** null if the selected elements differ. */
  readonly values: Mixed<Pick<ShareableFields, K>>;
  patch(fields: Partial<ShareableFields>, merge?: string): void;
  end(): void;
}

/** Every attribute that all of the selected elements have, of any type; a change applies to all of them. */
export function SharedSections({ elements }: { readonly elements: readonly LabelElement[] }): JSX.Element {
  const { editor } = useEditorSession();
  const { run } = useActions();
  const edit = {
    patch(fields: Partial<ShareableFields>, merge?: string): void {
      run(setShared(fields), merge === undefined ? undefined : `${merge}:${editor.state().selection.join()}`);
    },
    end: () => editor.endMerge(),
  };
  const texts = sharing(elements, TEXT_STYLE_FIELDS);
  const grouped = sharing(elements, ['sizeGroup']);
  const placed = sharing(elements, ['course', 'arcDegrees', 'flagFold', 'flagGapMm']);
  const paragraphs = sharing(elements, PARAGRAPH_FIELDS);
  const declared = elements.every(isBoundText) ? sharing(elements, ['valueAlphabet', 'maxValueLength']) : null;
  const families = texts === null ? sharing(elements, ['fontFamily']) : null;
  const pens = sharing(elements, ['penWidthMm', 'dashed']);
  const markers = sharing(elements, ['startMarker', 'endMarker']);
  const shapes = sharing(elements, FILL_FIELDS);
  const corners = sharing(elements, ['cornerRadiusMm']);
  const images = sharing(elements, IMAGE_FIELDS);
  const numbers = sharing(elements, ['numberPosition']);
  return (
    <>
      {texts === null ? null : (
        <SharedTexts
          values={mixedFields(texts)}
          elements={elements}
          group={grouped === null ? undefined : mixedFields(grouped).sizeGroup}
          placed={placed === null ? undefined : mixedFields(placed)}
          {...edit}
        />
      )}
      {paragraphs === null ? null : <ParagraphSection style={mixedFields(paragraphs)} {...edit} />}
      {declared === null ? null : <DeclaredValuesSection values={mixedFields(declared)} {...edit} />}
      {families === null ? null : <SharedFamily values={mixedFields(families)} {...edit} />}
      {numbers === null ? null : <SharedNumbers values={mixedFields(numbers)} {...edit} />}
      {pens === null ? null : (
        <SharedPens
          elements={elements}
          values={{
            ...mixedFields(pens),
            cornerRadiusMm: corners === null ? null : mixedFields(corners).cornerRadiusMm,
          }}
          markers={markers === null ? null : mixedFields(markers)}
          fills={shapes === null ? null : mixedFields(shapes)}
          haveCorners={corners !== null}
          {...edit}
        />
      )}
      {images === null ? null : <SharedImages values={mixedFields(images)} {...edit} />}
    </>
  );
}

function SharedTexts({
  values,
  elements,
  group,
  placed,
  patch,
  end,
}: SharedProps<keyof TextStyle> & {
  readonly elements: readonly LabelElement[];
  /** null if the size groups differ; undefined if not all of the elements can be in one. */
  readonly group: string | null | undefined;
  /** Undefined if not all of the elements can leave their straight lines. */
  readonly placed: Mixed<TextCourse & FlagSides> | undefined;
}): JSX.Element {
  const { t } = useTranslation('editor');
  const mayBeBent = placed !== undefined && placed.course !== 'straight';
  return (
    <>
      <FontSection style={values} elements={elements} patch={patch} end={end}>
        <WritingField arrange={values.arrange} fit={values.fit} course={placed} onChange={patch} onEnd={end} />
      </FontSection>
      <SpacingSection style={values} patch={patch} end={end}>
        <CheckRow label={t('panel.autoWrap')} on={values.autoWrap} onChange={(autoWrap) => patch({ autoWrap })} />
        <FitFields style={values} fits={mayBeBent ? COURSE_FITS : TEXT_FITS} patch={patch} end={end} />
        {group === undefined ? null : (
          <SizeGroupField fit={values.fit} group={group} onGroup={(sizeGroup) => patch({ sizeGroup })} />
        )}
        <CheckRow
          label={t('panel.antiMirror')}
          on={values.antiMirror}
          onChange={(antiMirror) => patch({ antiMirror })}
        />
        {placed === undefined ? null : <FlagFields sides={placed} patch={patch} end={end} />}
      </SpacingSection>
    </>
  );
}

/** Texts and barcodes share the font family, but not the size: each barcode limits that in its own way. */
function SharedFamily({ values, patch }: SharedProps<'fontFamily'>): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <Section title={t('panel.font')}>
      <FamilyField family={values.fontFamily} onFamily={(fontFamily) => patch({ fontFamily })} />
    </Section>
  );
}

function SharedNumbers({ values, patch }: SharedProps<'numberPosition'>): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <Section title={t('panel.number')}>
      <Row label={t('panel.numberPosition')}>
        <IconChoice
          label={t('panel.numberPosition')}
          value={values.numberPosition}
          choices={NUMBER_POSITIONS.map((value) => ({ value, label: t(`numberPosition.${value}`) }))}
          onChange={(numberPosition) => patch({ numberPosition })}
        />
      </Row>
    </Section>
  );
}

type PenProps = SharedProps<'penWidthMm' | 'dashed' | 'cornerRadiusMm'> & {
  readonly elements: readonly LabelElement[];
  /** null if not all of them are lines. */
  readonly markers: Mixed<LineMarkers> | null;
  /** null if not all of them can be filled. */
  readonly fills: Mixed<Pick<ShareableFields, (typeof FILL_FIELDS)[number]>> | null;
  readonly haveCorners: boolean;
};

function SharedPens({ values, elements, markers, fills, haveCorners, patch, end }: PenProps): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <Section title={t(fills !== null ? 'panel.shape' : 'panel.line')}>
      {fills === null ? null : <FillFields values={fills} patch={patch} />}
      <PenFields
        elements={elements}
        dashed={values.dashed}
        penWidthMm={values.penWidthMm}
        penDisabled={fills?.filled === true}
        onDashed={(dashed) => patch({ dashed })}
        onPenWidth={(penWidthMm) => patch({ penWidthMm }, 'penWidthMm')}
        onEnd={end}
      />
      {markers === null ? null : <MarkerFields values={markers} patch={patch} />}
      {haveCorners ? (
        <ShapeLengthField
          what="cornerRadius"
          valueMm={values.cornerRadiusMm}
          onChange={(cornerRadiusMm) => patch({ cornerRadiusMm }, 'cornerRadiusMm')}
          onEnd={end}
        />
      ) : null}
    </Section>
  );
}

function SharedImages({ values, patch, end }: SharedProps<(typeof IMAGE_FIELDS)[number]>): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <Section title={t('panel.image')}>
      <Row label={t('panel.displayMode')}>
        <IconChoice
          label={t('panel.displayMode')}
          value={values.displayMode}
          choices={IMAGE_DISPLAY_MODES.map((value) => ({ value, label: t(`displayMode.${value}`) }))}
          onChange={(displayMode) => patch({ displayMode })}
        />
      </Row>
      <CheckRow
        label={t('panel.keepProportion')}
        on={values.keepProportion}
        onChange={(keepProportion) => patch({ keepProportion })}
      />
      <Row label={t('panel.oneBitMode')}>
        <SelectField
          label={t('panel.oneBitMode')}
          value={values.oneBit}
          choices={ONE_BIT_MODES.map((value) => ({ value, label: t(`oneBit.${value}`) }))}
          onChange={(oneBit) => patch({ oneBit })}
        />
      </Row>
      {values.oneBit === 'threshold' ? (
        <Row label={t('panel.threshold')}>
          <NumberField
            label={t('panel.threshold')}
            value={values.threshold}
            min={0}
            max={THRESHOLD_MAX}
            precision={0}
            onChange={(threshold) => patch({ threshold }, 'threshold')}
            onEnd={end}
          />
        </Row>
      ) : null}
      <ToneFields values={values} patch={patch} end={end} />
    </Section>
  );
}

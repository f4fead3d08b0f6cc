import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { COURSE_FITS } from '#model/elements/base/fit-course.ts';
import { ARC_LIMITS, isArc, NO_COURSE, type TextCourse } from '#model/elements/base/text-course.ts';
import { TEXT_ARRANGES, type TextArrange, type TextFit, type TextStyle } from '#model/elements/base/text-style.ts';
import { IconChoice, NumberField, Row, Toggle } from '../widgets/fields.tsx';
import type { IconName } from '../widgets/icons.tsx';
import type { Mixed } from '../widgets/mixed.ts';

const COURSES = ['stacked', 'arcTop', 'arcBottom'] as const;
type Writing = TextArrange | (typeof COURSES)[number];

const ICONS: Readonly<Record<Writing, IconName>> = {
  horizontal: 'textHorizontal',
  vertical: 'textVertical',
  stacked: 'textStacked',
  arcTop: 'textArcTop',
  arcBottom: 'textArcBottom',
};

export type WritingFields = Partial<TextCourse & Pick<TextStyle, 'arrange' | 'fit'>>;

interface WritingFieldProps {
  /** null if several texts differ. */
  readonly arrange: TextArrange | null;
  readonly fit: TextFit | null;
  /** Undefined for texts that can't leave their straight lines. */
  readonly course?: Mixed<TextCourse> | undefined;
  onChange(fields: WritingFields, merge?: string): void;
  onEnd(): void;
}

/** The direction of the lines: horizontal, vertical, along an arc, or letters below each other. */
export function WritingField({ arrange, fit, course, onChange, onEnd }: WritingFieldProps): JSX.Element {
  const { t } = useTranslation('editor');
  const choices: readonly Writing[] = course === undefined ? TEXT_ARRANGES : [...TEXT_ARRANGES, ...COURSES];
  return (
    <>
      <Row label={t('panel.writing')}>
        <IconChoice
          label={t('panel.writing')}
          value={course === undefined || course.course === 'straight' ? arrange : course.course}
          choices={choices.map((value) => ({ value, label: t(`arrange.${value}`), icon: ICONS[value] }))}
          onChange={(chosen) => onChange(fieldsOf(chosen, fit, course !== undefined))}
        />
      </Row>
      {course !== undefined && isArc(course.course) ? (
        <Row label={t('panel.arcDegrees')}>
          <div className="ed-number-tool">
            <NumberField
              label={t('panel.arcDegrees')}
              value={course.arcDegrees}
              {...ARC_LIMITS}
              precision={0}
              fallback={NO_COURSE.arcDegrees}
              suffix="°"
              onChange={(arcDegrees) => onChange({ arcDegrees }, 'arcDegrees')}
              onEnd={onEnd}
            />
            <Toggle
              label={t('panel.fullCircle')}
              icon="textCircle"
              on={course.arcDegrees === null ? null : course.arcDegrees === ARC_LIMITS.max}
              onChange={(on) => onChange({ arcDegrees: on ? ARC_LIMITS.max : NO_COURSE.arcDegrees })}
            />
          </div>
        </Row>
      ) : null}
    </>
  );
}

function fieldsOf(chosen: Writing, fit: TextFit | null, canBend: boolean): WritingFields {
  if (chosen === 'horizontal' || chosen === 'vertical') {
    return canBend ? { arrange: chosen, course: 'straight' } : { arrange: chosen };
  }
  return fit === null || COURSE_FITS.includes(fit) ? { course: chosen } : { course: chosen, fit: 'shrink' };
}

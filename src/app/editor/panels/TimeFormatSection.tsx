import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { DATE_FORMATS, formatIn, TIME_FORMATS } from '#model/elements/time-text/formats.ts';
import { formatTime } from '#model/elements/time-text/format-time.ts';
import { DAY_OFFSET_MAX, MINUTE_OFFSET_MAX } from '#model/elements/time-text/time-text.ts';
import { REGIONS, type Region, type TimeTextElement } from '#model/elements/time-text/time-text-element.ts';
import { timeShown } from '#model/elements/time-text/time-value.ts';
import { formatChoices } from './format-choices.ts';
import { usePatch } from '../session/patch.ts';
import { NumberField, Row, Section, SelectField, type Choice } from '../widgets/fields.tsx';

/** Fields for the region, its formats (each with an example) and the offsets. */
export function TimeFormatSection({ element }: { element: TimeTextElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch('timeText');
  const time = timeShown(element, localTimeAt);
  const choices = (formats: readonly string[], chosen: string): readonly Choice<string>[] =>
    formatChoices(formats, chosen, (format) => formatTime(time, format, element.region));

  function changeRegion(region: Region): void {
    patch({
      region,
      dateFormat: formatIn(DATE_FORMATS, region, element.dateFormat),
      timeFormat: formatIn(TIME_FORMATS, region, element.timeFormat),
    });
  }

  return (
    <Section title={t('panel.timeFormat')}>
      <Row label={t('time.region')}>
        <SelectField
          label={t('time.region')}
          value={element.region}
          choices={REGIONS.map((value) => ({ value, label: t(`region.${value}`) }))}
          onChange={changeRegion}
        />
      </Row>
      {element.showsDate ? (
        <Row label={t('time.dateFormat')}>
          <SelectField
            label={t('time.dateFormat')}
            value={element.dateFormat}
            choices={choices(DATE_FORMATS[element.region], element.dateFormat)}
            onChange={(dateFormat) => patch({ dateFormat })}
          />
        </Row>
      ) : null}
      {element.showsTime ? (
        <Row label={t('time.timeFormat')}>
          <SelectField
            label={t('time.timeFormat')}
            value={element.timeFormat}
            choices={choices(TIME_FORMATS[element.region], element.timeFormat)}
            onChange={(timeFormat) => patch({ timeFormat })}
          />
        </Row>
      ) : null}
      <Row label={t('time.dayOffset')}>
        <NumberField
          label={t('time.dayOffset')}
          value={element.dayOffset}
          min={-DAY_OFFSET_MAX}
          max={DAY_OFFSET_MAX}
          fallback={0}
          precision={0}
          onChange={(dayOffset) => patch({ dayOffset }, 'dayOffset')}
          onEnd={end}
        />
      </Row>
      <Row label={t('time.minuteOffset')}>
        <NumberField
          label={t('time.minuteOffset')}
          value={element.minuteOffset}
          min={-MINUTE_OFFSET_MAX}
          max={MINUTE_OFFSET_MAX}
          fallback={0}
          precision={0}
          onChange={(minuteOffset) => patch({ minuteOffset }, 'minuteOffset')}
          onEnd={end}
        />
      </Row>
    </Section>
  );
}

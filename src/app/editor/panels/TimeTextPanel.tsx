import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { localTimeAt } from '#model/kernel/local-time.ts';
import type { TimeTextElement } from '#model/elements/time-text/time-text-element.ts';
import { dateField, timeField } from '#model/elements/time-text/time-value.ts';
import { usePatch } from '../session/patch.ts';
import { DayInput } from '../widgets/DayInput.tsx';
import { CheckRow, IconChoice, Row, Section } from '../widgets/fields.tsx';
import { TextStyleSections } from './TextStyleSections.tsx';
import { TimeFormatSection } from './TimeFormatSection.tsx';

export function TimeTextPanel({ element }: { element: TimeTextElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch } = usePatch('timeText');

  function changeClock(clock: TimeTextElement['clock']): void {
    // Specification 2, section 4: the present sets the date and the time to now.
    const now = localTimeAt();
    patch(clock === 'system' ? { clock, date: dateField(now), time: timeField(now) } : { clock });
  }

  return (
    <>
      <Section title={t('panel.time')}>
        <CheckRow
          label={t('time.date')}
          on={element.showsDate}
          disabled={!element.showsTime}
          onChange={(showsDate) => patch({ showsDate })}
        />
        <CheckRow
          label={t('time.time')}
          on={element.showsTime}
          disabled={!element.showsDate}
          onChange={(showsTime) => patch({ showsTime })}
        />
        <Row label={t('time.type')}>
          <IconChoice
            label={t('time.type')}
            value={element.clock}
            choices={[
              { value: 'system', label: t('time.system') },
              { value: 'given', label: t('time.given') },
            ]}
            onChange={changeClock}
          />
        </Row>
        {element.clock === 'given' ? <GivenTime element={element} /> : null}
      </Section>
      <TimeFormatSection element={element} />
      <TextStyleSections element={element} />
    </>
  );
}

/** Date and time in the browser's own pickers, with values as in the template file. */
function GivenTime({ element }: { element: TimeTextElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch('timeText');
  return (
    <>
      <Row label={t('time.date')}>
        <DayInput
          className="ed-time"
          label={t('time.pickDate')}
          value={element.date.replaceAll('/', '-')}
          onChange={(day) => patch({ date: day.replaceAll('-', '/') }, 'date')}
          onEnd={end}
        />
      </Row>
      <Row label={t('time.time')}>
        <input
          type="time"
          step={1}
          className="ed-time"
          aria-label={t('time.pickTime')}
          value={element.time}
          onChange={(event) => {
            const { value } = event.currentTarget;
            // The browser leaves the seconds out if they are 00.
            if (/^\d\d:\d\d(:\d\d)?$/.test(value)) patch({ time: value.length === 5 ? `${value}:00` : value }, 'time');
          }}
          onBlur={end}
        />
      </Row>
    </>
  );
}

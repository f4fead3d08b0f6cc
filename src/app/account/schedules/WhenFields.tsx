import { useId, type ReactElement } from 'react';
import { Checkbox, Input, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { SCHEDULE_TRIGGERS, type ScheduleTrigger } from '#protocol/api.ts';
import { FormField } from './FormField.tsx';
import { NextTimes } from './NextTimes.tsx';
import type { ScheduleDraft } from './schedule-draft.ts';
import { cronOf, EVERY_HOURS, EVERY_MINUTES, WAYS, WEEKDAYS, weekdayName, type Way, type When } from './when.ts';

interface WhenFieldsProps {
  readonly draft: ScheduleDraft;
  /** The saved trigger. */
  readonly saved: ScheduleTrigger;
  readonly faults: Readonly<Partial<Record<'cron' | 'zone', string>>>;
  onChange(part: Partial<ScheduleDraft>): void;
}

/** The triggers of a schedule: times, with a preview of the next ones, and a webhook address. */
export function WhenFields({ draft, saved, faults, onChange }: WhenFieldsProps): ReactElement {
  const { t } = useTranslation('schedules');
  const id = useId();
  const { when, zone, trigger, newAddress } = draft;
  const set = (part: Partial<When>): void => onChange({ when: { ...when, ...part } });
  const cron = cronOf(when);
  const changeWay = (way: Way): void => set({ way, ...(way === 'cron' && cron ? { cron } : {}) });
  return (
    <>
      <FormField label={t('when')} fault={when.way === 'cron' ? '' : (faults.cron ?? '')}>
        {(ids) => (
          <Select<Way>
            {...ids}
            data-testid="schedule-way"
            value={when.way}
            options={WAYS.map((value) => ({ value, label: t(`way.${value}`) }))}
            onChange={changeWay}
          />
        )}
      </FormField>
      <WayFields when={when} fault={faults.cron ?? ''} onChange={set} />
      {when.way === 'none' ? null : (
        <>
          <FormField label={t('zone')} fault={faults.zone ?? ''}>
            {(ids) => (
              <Select
                {...ids}
                data-testid="schedule-zone"
                value={zone}
                options={zonesWith(zone).map((value) => ({ value, label: value }))}
                showSearch={{ optionFilterProp: 'label' }}
                onChange={(value) => onChange({ zone: value })}
              />
            )}
          </FormField>
          <NextTimes cron={cron} zone={zone} />
        </>
      )}
      <div className="sched-field sched-wide">
        <span id={id}>{t('trigger')}</span>
        <Radio.Group
          aria-labelledby={id}
          className="sched-radios"
          value={trigger}
          options={SCHEDULE_TRIGGERS.map((value) => ({ value, label: t(`trigger.${value}`) }))}
          onChange={(event) => onChange({ trigger: event.target.value as ScheduleTrigger, newAddress: false })}
        />
        {saved !== 'none' && saved === trigger ? (
          <Checkbox checked={newAddress} onChange={({ target }) => onChange({ newAddress: target.checked })}>
            {t('newAddress')}
          </Checkbox>
        ) : null}
        {saved !== 'none' && saved !== trigger ? <p className="sched-hint">{t('addressEnds')}</p> : null}
        {saved === 'none' && trigger !== 'none' ? <p className="sched-hint">{t('shownOnce')}</p> : null}
      </div>
    </>
  );
}

interface WayFieldsProps {
  readonly when: When;
  readonly fault: string;
  onChange(part: Partial<When>): void;
}

/** The fields of one way to enter times. */
function WayFields({ when, fault, onChange }: WayFieldsProps): ReactElement | null {
  const { t, i18n } = useTranslation('schedules');
  const id = useId();
  const time = (
    <FormField label={t('at')}>
      {(ids) => (
        <Input {...ids} type="time" value={when.time} onChange={(event) => onChange({ time: event.target.value })} />
      )}
    </FormField>
  );
  switch (when.way) {
    case 'none':
      return null;
    case 'daily':
      return time;
    case 'weekly':
      return (
        <>
          {time}
          <div className="sched-field sched-wide">
            <span id={id}>{t('days')}</span>
            <Checkbox.Group
              aria-labelledby={id}
              role="group"
              value={[...when.days]}
              options={WEEKDAYS.map((day) => ({ value: day, label: weekdayName(i18n.language, day, 'short') }))}
              onChange={(days) => onChange({ days })}
            />
          </div>
        </>
      );
    case 'minutes':
      return (
        <EveryField
          unit="minutes"
          choices={EVERY_MINUTES}
          value={when.minutes}
          onChange={(minutes) => onChange({ minutes })}
        />
      );
    case 'hours':
      return (
        <EveryField unit="hours" choices={EVERY_HOURS} value={when.hours} onChange={(hours) => onChange({ hours })} />
      );
    case 'cron':
      return (
        <FormField label={t('cron')} hint={t('cronHint')} fault={fault}>
          {(ids) => (
            <Input
              {...ids}
              className="sched-cron"
              maxLength={200}
              spellCheck={false}
              value={when.cron}
              onChange={(event) => onChange({ cron: event.target.value })}
            />
          )}
        </FormField>
      );
  }
}

/** All time zones that the browser knows, and this one. */
function zonesWith(zone: string): readonly string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), zone])].toSorted();
}

interface EveryFieldProps {
  readonly unit: 'minutes' | 'hours';
  readonly choices: readonly number[];
  readonly value: number;
  onChange(value: number): void;
}

/** An interval in minutes or hours. */
function EveryField({ unit, choices, value, onChange }: EveryFieldProps): ReactElement {
  const { t } = useTranslation('schedules');
  return (
    <FormField label={t('every')}>
      {(ids) => (
        <Select
          {...ids}
          data-testid="schedule-every"
          value={value}
          options={choices.map((count) => ({ value: count, label: t(unit, { count }) }))}
          onChange={onChange}
        />
      )}
    </FormField>
  );
}

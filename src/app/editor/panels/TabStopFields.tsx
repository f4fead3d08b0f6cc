import { Button } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MAX_TAB_MM,
  MAX_TAB_STOPS,
  NO_TAB_STOPS,
  TAB_ALIGNS,
  TAB_LEADERS,
  type TabStop,
} from '#model/elements/base/tab-stops.ts';
import { fromMm, toMm, unitMark, unitMm, useUnit } from '#app/state/unit.ts';
import { lengthStep } from '../session/display-unit.ts';
import { tooltip } from '#app/ui/tooltips.tsx';
import { NumberField, SelectField } from '../widgets/fields.tsx';
import { Icon } from '../widgets/icons.tsx';

/** The distance of a new stop from the last one. */
const NEW_STOP_MM = 10;

export interface TabStopFieldsProps {
  /** null if several texts differ. */
  readonly stops: readonly TabStop[] | null;
  onStops(stops: readonly TabStop[], merge?: string): void;
  onEnd(): void;
}

/** The tab stops of a text, one a row, and a button that adds one. */
export function TabStopFields({ stops, onStops, onEnd }: TabStopFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  const known = stops ?? NO_TAB_STOPS;
  const last = known.reduce((most, { positionMm }) => Math.max(most, positionMm), 0);
  return (
    <div className="ed-tab-stops" role="group" aria-label={t('panel.tabStops')}>
      {known.map((stop, at) => (
        <TabStopRow
          // Rows are in the order in which the stops were added, which a change of a place keeps.
          // eslint-disable-next-line react/no-array-index-key
          key={at}
          stop={stop}
          at={at}
          onStop={(fields, merge) =>
            onStops(
              known.map((each, i) => (i === at ? { ...each, ...fields } : each)),
              merge,
            )
          }
          onRemove={() => onStops(known.filter((_, i) => i !== at))}
          onEnd={onEnd}
        />
      ))}
      <Button
        size="small"
        data-testid="add-tab-stop"
        disabled={known.length >= MAX_TAB_STOPS}
        onClick={() =>
          onStops([...known, { positionMm: Math.min(MAX_TAB_MM, last + NEW_STOP_MM), align: 'left', leader: 'none' }])
        }
      >
        {t('panel.addTabStop')}
      </Button>
    </div>
  );
}

interface TabStopRowProps {
  readonly stop: TabStop;
  readonly at: number;
  onStop(fields: Partial<TabStop>, merge?: string): void;
  onRemove(): void;
  onEnd(): void;
}

function TabStopRow({ stop, at, onStop, onRemove, onEnd }: TabStopRowProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const unit = useUnit();
  const name = (label: string): string => t('panel.tabStopField', { number: at + 1, field: label });
  return (
    <div className="ed-tab-stop">
      <NumberField
        label={name(t('panel.tabPosition'))}
        value={fromMm(stop.positionMm, unit)}
        min={0}
        max={fromMm(MAX_TAB_MM, unit)}
        step={lengthStep(unit)}
        precision={3}
        unitMm={unitMm(unit)}
        suffix={unitMark(unit, i18n.language)}
        testId={`tab-position-${at}`}
        onChange={(length) => onStop({ positionMm: toMm(length, unit) }, `tabPosition${at}`)}
        onEnd={onEnd}
      />
      <SelectField
        label={name(t('panel.tabAlign'))}
        testId={`tab-align-${at}`}
        value={stop.align}
        choices={TAB_ALIGNS.map((value) => ({ value, label: t(`tabAlign.${value}`) }))}
        onChange={(align) => onStop({ align })}
      />
      <SelectField
        label={name(t('panel.tabLeader'))}
        testId={`tab-leader-${at}`}
        value={stop.leader}
        choices={TAB_LEADERS.map((value) => ({ value, label: t(`tabLeader.${value}`) }))}
        onChange={(leader) => onStop({ leader })}
      />
      <button
        {...tooltip(t('panel.removeTabStop'))}
        type="button"
        className="ed-toggle"
        aria-label={name(t('panel.removeTabStop'))}
        data-testid={`remove-tab-stop-${at}`}
        onClick={onRemove}
      >
        <Icon name="trash" size={16} />
      </button>
    </div>
  );
}

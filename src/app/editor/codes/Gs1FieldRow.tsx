import { Button, Input, Select, Tooltip } from 'antd';
import { useId, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { KeptButton } from '#app/ui/focus/KeptButton.tsx';
import type { Problem } from '#model/kernel/problem.ts';
import type { Gs1Field } from '#model/symbology/gs1/gs1-data.ts';
import { hasCheckCharacters, withCheckCharacters } from '#model/symbology/gs1/complete.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { DayInput } from '../widgets/DayInput.tsx';
import { Icon } from '../widgets/icons.tsx';
import { dayOfValue, isDate, valueOfDay, type Gs1Row } from './gs1-form.ts';
import { formatText, IDENTIFIER_CHOICES, matchesIdentifier, type IdentifierChoice } from './identifier-choices.ts';

export interface Gs1FieldRowProps {
  readonly row: Gs1Row;
  /** Its position among the rows, from 1. */
  readonly place: number;
  readonly isLast: boolean;
  readonly wrong: Problem | undefined;
  /** Whether the field was just added and takes the focus. */
  readonly focused: boolean;
  /** The current year, which determines the century of two-digit years. */
  readonly year: number;
  onChange(change: Partial<Gs1Field>): void;
  onMove(by: number): void;
  onRemove(): void;
  /** Called when Enter is pressed. */
  onEnter(): void;
}

/** One identifier with its value, verified during typing. */
export function Gs1FieldRow(props: Gs1FieldRowProps): JSX.Element {
  const { t } = useTranslation(['gs1', 'problems']);
  const { row, place, isLast, wrong, onChange } = props;
  const faultId = useId();
  // An empty field shows its format as a hint; the missing value is not reported in red yet.
  const fault = row.value === '' ? undefined : wrong;
  const completed = withCheckCharacters(row);
  return (
    <li className="ed-gs1-row" data-testid="gs1-row">
      <Select<string, IdentifierChoice>
        className="ed-gs1-ai"
        aria-label={t('identifierOf', { place })}
        value={row.ai}
        options={[...IDENTIFIER_CHOICES]}
        showSearch={{ filterOption: (typed, choice) => choice !== undefined && matchesIdentifier(typed, choice) }}
        popupMatchSelectWidth={340}
        onChange={(ai) => onChange({ ai })}
      />
      <div className="ed-gs1-value">
        <Input
          autoFocus={props.focused}
          aria-label={t('valueOf', { place })}
          aria-describedby={faultId}
          aria-invalid={fault !== undefined}
          status={fault === undefined ? '' : 'error'}
          placeholder={formatText(row.ai)}
          spellCheck={false}
          autoComplete="off"
          value={row.value}
          onChange={(event) => onChange({ value: event.target.value })}
          onPressEnter={props.onEnter}
        />
        <p id={faultId} className="ed-field-fault" role="alert">
          {fault === undefined ? null : problemText(t, fault)}
        </p>
      </div>
      <div className="ed-gs1-aid">
        {hasCheckCharacters(row.ai) ? (
          <Tooltip title={t('checkHint')} mouseEnterDelay={0.5}>
            <Button
              disabled={completed === null || completed === row.value}
              onClick={() => onChange({ value: completed ?? row.value })}
            >
              {t('check')}
            </Button>
          </Tooltip>
        ) : null}
        {isDate(row.ai) ? (
          <DayInput
            className="ed-time ed-gs1-date"
            label={t('pickDate', { place })}
            value={dayOfValue(row.value, props.year)}
            onChange={(day) => onChange({ value: valueOfDay(day) })}
          />
        ) : null}
      </div>
      <div className="ed-gs1-tools">
        <RowTool label={t('up', { place })} icon="forward" disabled={place === 1} onClick={() => props.onMove(-1)} />
        <RowTool label={t('down', { place })} icon="backward" disabled={isLast} onClick={() => props.onMove(1)} />
        <RowTool label={t('remove', { place })} icon="trash" disabled={false} onClick={props.onRemove} />
      </div>
    </li>
  );
}

function RowTool(props: {
  readonly label: string;
  readonly icon: 'forward' | 'backward' | 'trash';
  readonly disabled: boolean;
  onClick(): void;
}): JSX.Element {
  return (
    <KeptButton
      type="text"
      title={props.label}
      disabled={props.disabled}
      icon={<Icon name={props.icon} size={16} />}
      onClick={props.onClick}
    />
  );
}

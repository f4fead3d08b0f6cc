import { Input } from 'antd';
import { useEffect, useId, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import {
  COLUMN_DATA_TYPES,
  COMMA_MEANINGS,
  CURRENCY_SYMBOLS,
  DATE_ORDERS,
  MAX_CURRENCY_LENGTH,
  MAX_PATTERN_LENGTH,
  MAX_PRECISION,
  PLAIN_FORMAT,
  USUAL_CURRENCY,
  type ColumnDataType,
  type ColumnFormat,
} from '#model/elements/base/column-format.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';
import { DATE_FORMATS, TIME_FORMATS } from '#model/elements/time-text/formats.ts';
import type { Region } from '#model/elements/time-text/time-text-element.ts';
import { formatValue } from '#model/data/format-value.ts';
import { fieldKey } from '#model/data/record.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { CheckRow, Row, SelectField } from '../widgets/fields.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';

interface FormatFieldsProps {
  readonly source: ColumnSource;
  /** `merge`: further changes of the same field belong to one undo step until `onEnd`. */
  onChange(format: ColumnFormat, merge?: string): void;
  onEnd(): void;
}

const TYPE_NAMES = {
  plain: 'data.typePlain',
  number: 'data.typeNumber',
  currency: 'data.typeCurrency',
  percent: 'data.typePercent',
  date: 'data.typeDate',
  time: 'data.typeTime',
} as const satisfies Record<ColumnDataType, string>;

const PRECISIONS: readonly number[] = Array.from({ length: MAX_PRECISION + 1 }, (_, digits) => digits);

/** The format of a column's values, with the value of the shown row before and after. */
export function FormatFields({ source, onChange, onEnd }: FormatFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  const format = source.format ?? PLAIN_FORMAT;
  const { type } = format;
  const change = (fields: Partial<ColumnFormat>, merge?: string): void => onChange({ ...format, ...fields }, merge);
  return (
    <>
      <Row label={t('data.type')}>
        <SelectField<ColumnDataType>
          label={t('data.type')}
          testId="data-type"
          value={type}
          choices={COLUMN_DATA_TYPES.map((value) => ({ value, label: t(TYPE_NAMES[value]) }))}
          onChange={(value) => change({ type: value })}
        />
      </Row>
      {type === 'number' || type === 'currency' || type === 'percent' ? (
        <NumberFields format={format} change={change} onEnd={onEnd} />
      ) : null}
      {type === 'date' || type === 'time' ? <DateFields format={format} change={change} onEnd={onEnd} /> : null}
      {type === 'plain' ? null : <BeforeAndAfter source={source} />}
    </>
  );
}

interface FieldsProps {
  readonly format: ColumnFormat;
  change(fields: Partial<ColumnFormat>, merge?: string): void;
  onEnd(): void;
}

function NumberFields({ format, change, onEnd }: FieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <>
      {format.type === 'currency' ? (
        <Row label={t('data.currency')}>
          <SuggestedText
            label={t('data.currency')}
            value={format.currency ?? ''}
            placeholder={t('data.currencyOfCell', { usual: USUAL_CURRENCY })}
            suggestions={CURRENCY_SYMBOLS}
            maxLength={MAX_CURRENCY_LENGTH}
            onChange={(currency) => change({ currency: currency === '' ? null : currency }, 'currency')}
            onEnd={onEnd}
          />
        </Row>
      ) : null}
      <Row label={t('data.precision')}>
        <SelectField<string>
          label={t('data.precision')}
          testId="data-precision"
          value={format.precision === null ? '' : String(format.precision)}
          choices={[
            { value: '', label: t('data.precisionAsIs') },
            ...PRECISIONS.map((digits) => ({ value: String(digits), label: String(digits) })),
          ]}
          onChange={(digits) => change({ precision: digits === '' ? null : Number(digits) })}
        />
      </Row>
      {format.type === 'currency' ? null : (
        <CheckRow
          label={t('data.removeZeros')}
          on={format.removeZeros}
          onChange={(removeZeros) => change({ removeZeros })}
        />
      )}
      <Row label={t('data.comma')}>
        <SelectField<string>
          label={t('data.comma')}
          testId="data-comma"
          value={format.comma ?? ''}
          choices={[
            { value: '', label: t('data.refuse') },
            { value: 'thousands', label: '1234' },
            { value: 'decimal', label: '1.234' },
          ]}
          onChange={(value) => change({ comma: COMMA_MEANINGS.find((meaning) => meaning === value) ?? null })}
        />
      </Row>
    </>
  );
}

function DateFields({ format, change, onEnd }: FieldsProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const isDate = format.type === 'date';
  const label = t(isDate ? 'data.dateFormat' : 'data.timeFormat');
  return (
    <>
      <Row label={label}>
        <SuggestedText
          label={label}
          value={isDate ? format.dateFormat : format.timeFormat}
          suggestions={patternsFor(isDate ? DATE_FORMATS : TIME_FORMATS, i18n.language)}
          maxLength={MAX_PATTERN_LENGTH}
          onChange={(pattern) => change(isDate ? { dateFormat: pattern } : { timeFormat: pattern }, 'pattern')}
          onEnd={() => {
            // The file treats an empty pattern as the default one.
            if (isDate && format.dateFormat === '') change({ dateFormat: PLAIN_FORMAT.dateFormat }, 'pattern');
            if (!isDate && format.timeFormat === '') change({ timeFormat: PLAIN_FORMAT.timeFormat }, 'pattern');
            onEnd();
          }}
        />
      </Row>
      {isDate ? (
        <Row label={t('data.dateOrder')}>
          <SelectField<string>
            label={t('data.dateOrder')}
            testId="data-date-order"
            value={format.dateOrder ?? ''}
            choices={[
              { value: '', label: t('data.refuse') },
              { value: 'dayFirst', label: t('data.dayFirst') },
              { value: 'monthFirst', label: t('data.monthFirst') },
            ]}
            onChange={(value) => change({ dateOrder: DATE_ORDERS.find((order) => order === value) ?? null })}
          />
        </Row>
      ) : null}
    </>
  );
}

interface SuggestedTextProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly suggestions: readonly string[];
  readonly maxLength: number;
  onChange(text: string): void;
  onEnd(): void;
}

/** A text that is typed or picked from a list. The browser's own list keeps typed text unchanged. */
function SuggestedText({
  label,
  value,
  placeholder,
  suggestions,
  maxLength,
  onChange,
  onEnd,
}: SuggestedTextProps): JSX.Element {
  const listId = useId();
  return (
    <>
      <Input
        size="small"
        aria-label={label}
        list={listId}
        value={value}
        {...(placeholder === undefined ? {} : { placeholder })}
        maxLength={maxLength}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onBlur={onEnd}
      />
      <datalist id={listId}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </>
  );
}

/** All patterns of time texts, those of the user's language first. */
function patternsFor(formats: Readonly<Record<Region, readonly string[]>>, language: string): readonly string[] {
  const { zh, us, uk } = formats;
  return [...new Set(language === 'zh' ? [...zh, ...us, ...uk] : [...zh.slice(0, 3), ...uk, ...us, ...zh])];
}

/** The value of the row on the canvas as the spreadsheet shows it, and as the label shows it. */
function BeforeAndAfter({ source }: { source: ColumnSource }): JSX.Element {
  const { t } = useTranslation(['editor', 'problems']);
  const { data } = useEditorSession();
  const { row, record } = useStore(data.state);
  const { connection, reading, sheet, column, firstValue } = source;
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    void data.shownCell({ connection, reading }, sheet, column, row).then((text) => {
      if (wanted) setShown(text);
    });
    return () => {
      wanted = false;
    };
  }, [data, connection, reading, sheet, column, row]);
  const key = fieldKey(source);
  const fault = record.errors?.[key];
  // Right after a change the record may still be the previous one, without this field.
  const value = record.values[key] ?? shown ?? firstValue;
  const after = formatValue(source.format ?? PLAIN_FORMAT, fault ?? value);
  return (
    <dl className="ed-before-after" data-testid="before-after">
      <dt>{t('data.before')}</dt>
      <dd>{shown ?? firstValue}</dd>
      <dt>{t('data.after')}</dt>
      {after.ok ? (
        <dd data-testid="formatted-value">{after.value}</dd>
      ) : (
        <dd className="ed-after-fault" role="alert">
          {problemText(t, { ...after.error, params: { ...after.error.params, column } })}
        </dd>
      )}
    </dl>
  );
}

import { Alert, Checkbox, Input, Select } from 'antd';
import { useState, type JSX, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  isSeparator,
  MAX_HEADING_ROWS,
  MAX_SKIPPED_ROWS,
  TEXT_ENCODINGS,
  type SpreadsheetReading,
  type TextEncoding,
} from '#model/elements/base/reading.ts';
import type { FileEncoding, TextForm } from '#protocol/spreadsheet.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { encodingName } from './encoding-name.ts';
import { PreviewTable } from './PreviewTable.tsx';
import { usePreviews, type LoadPreview } from './use-previews.ts';

interface ReadingFormProps {
  readonly load: LoadPreview;
  /** A text file, whose delimiter and quote can be chosen. */
  readonly isText: boolean;
  /** A text file, an HTML page, or a SYLK or DIF file: its encoding can be chosen. */
  readonly isEncoded: boolean;
  readonly initial: SpreadsheetReading | undefined;
  /** A hint above the fields. */
  readonly hint?: string;
  readonly onChange: (reading: SpreadsheetReading | undefined) => void;
}

const AUTOMATIC = 'auto';
const OTHER = 'other';
const DELIMITERS = [
  { value: ',', name: 'reading.comma' },
  { value: ';', name: 'reading.semicolon' },
  { value: '\t', name: 'reading.tab' },
  { value: '|', name: 'reading.bar' },
] as const;

/** The import settings of a spreadsheet, with a preview of the first rows. */
export function ReadingForm({ load, isText, isEncoded, initial, hint, onChange }: ReadingFormProps): JSX.Element {
  const { t } = useTranslation(['editor', 'problems']);
  const [reading, setReading] = useState<SpreadsheetReading>(initial ?? {});
  const [preview = null] = usePreviews(load, [reading]);
  const info = preview?.ok === true ? preview.value.info : null;
  const sheet = info?.sheets.findIndex((s) => !s.hidden && s.columns.length > 0) ?? -1;
  const text = info?.text ?? null;
  const found = text === null ? (info?.encoding ?? null) : { name: text.encoding, isMarked: text.isMarked };
  const bad = text?.badCells ?? null;

  function change(part: { readonly [K in keyof SpreadsheetReading]?: SpreadsheetReading[K] | undefined }): void {
    const next = Object.fromEntries(
      Object.entries({ ...reading, ...part }).filter(([, value]) => value !== undefined),
    ) as SpreadsheetReading;
    setReading(next);
    onChange(Object.keys(next).length === 0 ? undefined : next);
  }

  return (
    <div className="ed-reading">
      {hint === undefined ? null : <p>{hint}</p>}
      <div className="ed-reading-fields">
        {isEncoded ? (
          <EncodingField chosen={reading.encoding} found={found} onChange={(encoding) => change({ encoding })} />
        ) : null}
        {isText ? <TextFields reading={reading} text={text} change={change} /> : null}
        <Field label={t('reading.headingRows')}>
          <NumberInput
            label={t('reading.headingRows')}
            value={reading.headingRows ?? 1}
            min={0}
            max={MAX_HEADING_ROWS}
            precision={0}
            onChange={(rows) => change({ headingRows: rows === 1 ? undefined : rows })}
          />
        </Field>
        <Field label={t('reading.skippedRows')}>
          <NumberInput
            label={t('reading.skippedRows')}
            value={reading.skippedRows ?? 0}
            min={0}
            max={MAX_SKIPPED_ROWS}
            precision={0}
            onChange={(rows) => change({ skippedRows: rows === 0 ? undefined : rows })}
          />
        </Field>
      </div>
      <p className="ed-hint">{t('reading.headingHint')}</p>
      {(info?.sheets.some((s) => s.hiddenRowCount > 0) ?? false) || reading.hiddenRows === 'skip' ? (
        <Checkbox
          checked={reading.hiddenRows === 'skip'}
          onChange={(event) => change({ hiddenRows: event.target.checked ? 'skip' : undefined })}
        >
          {t('reading.hiddenRows')}
        </Checkbox>
      ) : null}
      {(info?.sheets.some((s) => s.hiddenColumnCount > 0) ?? false) || reading.hiddenColumns === 'skip' ? (
        <Checkbox
          checked={reading.hiddenColumns === 'skip'}
          onChange={(event) => change({ hiddenColumns: event.target.checked ? 'skip' : undefined })}
        >
          {t('reading.hiddenColumns')}
        </Checkbox>
      ) : null}
      {preview?.ok === false ? <Alert type="error" title={problemText(t, preview.error)} /> : null}
      {bad === null ? null : <Alert type="warning" title={t('reading.badCells', { ...bad })} />}
      {preview?.ok === true && sheet >= 0 ? (
        <PreviewTable
          label={t('reading.preview')}
          columns={preview.value.info.sheets[sheet]?.columns ?? []}
          rows={preview.value.rows[sheet] ?? []}
        />
      ) : null}
    </div>
  );
}

interface EncodingFieldProps {
  readonly chosen: TextEncoding | undefined;
  /** The encoding of the preview; null if the file could not be read. */
  readonly found: FileEncoding | null;
  /** Undefined leaves it to detection. */
  readonly onChange: (encoding: TextEncoding | undefined) => void;
}

function EncodingField({ chosen, found, onChange }: EncodingFieldProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const nameOf = (encoding: string): string => encodingName(encoding, i18n.language);
  const detected = chosen === undefined && found !== null ? nameOf(found.name) : undefined;
  return (
    <Field label={t('reading.encoding')} wide>
      <Select<string>
        aria-label={t('reading.encoding')}
        showSearch
        optionFilterProp="label"
        disabled={found?.isMarked === true}
        value={found?.isMarked === true ? found.name : (chosen ?? AUTOMATIC)}
        onChange={(value) => onChange(value === AUTOMATIC ? undefined : (value as TextEncoding))}
        options={[
          {
            value: AUTOMATIC,
            label: detected === undefined ? t('reading.automatic') : t('reading.automaticFound', { found: detected }),
          },
          ...TEXT_ENCODINGS.map((value) => ({ value, label: nameOf(value) })),
        ]}
      />
    </Field>
  );
}

interface TextFieldsProps {
  readonly reading: SpreadsheetReading;
  /** The detected form of the text; null if it could not be read. */
  readonly text: TextForm | null;
  readonly change: (part: { readonly [K in 'delimiter' | 'quote']?: string | undefined }) => void;
}

function TextFields({ reading, text, change }: TextFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  const automatic = (found: string | undefined): string =>
    found === undefined ? t('reading.automatic') : t('reading.automaticFound', { found });
  const delimiterName = (delimiter: string): string => {
    const known = DELIMITERS.find(({ value }) => value === delimiter);
    return known === undefined ? delimiter : t(known.name);
  };
  const known = reading.delimiter === undefined || DELIMITERS.some(({ value }) => value === reading.delimiter);
  const [other, setOther] = useState(known ? null : (reading.delimiter ?? ''));
  return (
    <>
      <Field label={t('reading.delimiter')}>
        <span className="ed-reading-pair">
          <Select
            aria-label={t('reading.delimiter')}
            value={other === null ? (reading.delimiter ?? AUTOMATIC) : OTHER}
            onChange={(value) => {
              setOther(value === OTHER ? '' : null);
              change({ delimiter: value === AUTOMATIC || value === OTHER ? undefined : value });
            }}
            options={[
              {
                value: AUTOMATIC,
                label: automatic(
                  reading.delimiter === undefined && text !== null ? delimiterName(text.delimiter) : undefined,
                ),
              },
              ...DELIMITERS.map(({ value, name }) => ({ value, label: t(name) })),
              { value: OTHER, label: t('reading.other') },
            ]}
          />
          {other === null ? null : (
            <Input
              aria-label={t('reading.other')}
              maxLength={1}
              value={other}
              status={other === '' || isSeparator(other) ? '' : 'error'}
              onChange={(event) => {
                setOther(event.target.value);
                change({ delimiter: isSeparator(event.target.value) ? event.target.value : undefined });
              }}
            />
          )}
        </span>
      </Field>
      <Field label={t('reading.quote')}>
        <Select
          aria-label={t('reading.quote')}
          value={reading.quote === undefined || reading.quote === '"' ? '"' : reading.quote}
          onChange={(value) => change({ quote: value === '"' ? undefined : value })}
          options={[
            { value: '"', label: '"' },
            { value: "'", label: "'" },
            { value: '', label: t('reading.noQuote') },
          ]}
        />
      </Field>
    </>
  );
}

function Field({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }): JSX.Element {
  return (
    <div className={wide ? 'ed-reading-field ed-reading-wide' : 'ed-reading-field'}>
      <span aria-hidden>{label}</span>
      {children}
    </div>
  );
}

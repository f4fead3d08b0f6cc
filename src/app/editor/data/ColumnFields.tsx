import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { spreadsheetKey } from '#model/elements/base/reading.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';
import type { ColumnFormat } from '#model/elements/base/column-format.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { CheckRow, Row, SelectField } from '../widgets/fields.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';
import { offeredSheets } from './bindings.ts';
import { FormatFields } from './FormatFields.tsx';
import { SheetEntries } from './SheetEntries.tsx';
import { shortFileName } from './source-name.ts';

interface ColumnFieldsProps {
  /** Null while nothing is bound yet. */
  readonly source: ColumnSource | null;
  /** Binds the source to a column; defaults to the first sheet and column. */
  bindTo(info: SpreadsheetInfo, sheet?: string, column?: string): Promise<void>;
  /** Binds the source to a chosen file, to the same sheet and column if it has them. */
  bindToFile(info: SpreadsheetInfo): Promise<void>;
  /** Switches between the stored values and the shown values of the spreadsheet. */
  takeAsStored(source: ColumnSource, asStored: boolean): Promise<void>;
  setFormat(source: ColumnSource, format: ColumnFormat, merge?: string): void;
  /** Called when typing into a field of the format has ended. */
  onFormatEnd(): void;
}

/** The file, the sheet and the column of a source. */
export function ColumnFields(props: ColumnFieldsProps): JSX.Element {
  const { source, bindTo, takeAsStored } = props;
  const { t } = useTranslation('editor');
  const { data } = useEditorSession();
  const { sheets } = useStore(data.state);
  const info = source === null ? undefined : sheets.get(spreadsheetKey(source));
  const sheet = info?.sheets.find((s) => s.name === source?.sheet);

  return (
    <>
      {info === undefined || source === null ? null : (
        <>
          <Row label={t('data.file')}>
            <SelectField
              label={t('data.file')}
              testId="data-file"
              value={spreadsheetKey(info)}
              choices={[...sheets].map(([key, s]) => ({ value: key, label: shortFileName(s.fileName) }))}
              onChange={(key) => {
                const chosen = sheets.get(key);
                if (chosen !== undefined) void bindTo(chosen, source.sheet, source.column);
              }}
            />
          </Row>
          <Row label={t('data.sheet')}>
            <SelectField
              label={t('data.sheet')}
              testId="data-sheet"
              value={source.sheet}
              choices={offeredSheets(info).map((s) => ({ value: s.name, label: s.name }))}
              onChange={(name) => void bindTo(info, name)}
            />
          </Row>
          <Row label={t('data.column')}>
            <SelectField
              label={t('data.column')}
              testId="data-column"
              isSearched
              value={source.column}
              choices={(sheet?.columns ?? []).map((name) => ({ value: name, label: name }))}
              onChange={(column) => void bindTo(info, source.sheet, column)}
            />
          </Row>
          {/* A text file has only shown values. */}
          {info.text !== null ? null : (
            <CheckRow
              label={t('data.asStored')}
              on={source.asStored === true}
              // A format itself determines how the stored value is written.
              disabled={source.format !== undefined && source.format.type !== 'plain'}
              onChange={(on) => void takeAsStored(source, on)}
            />
          )}
        </>
      )}
      {source === null ? null : (
        <FormatFields
          source={source}
          onChange={(format, merge) => props.setFormat(source, format, merge)}
          onEnd={props.onFormatEnd}
        />
      )}
      <SheetEntries
        chooseText={t(source === null ? 'data.choose' : 'data.chooseOther')}
        primary={source === null}
        testId="choose-spreadsheet"
        onTaken={(taken) => void props.bindToFile(taken)}
      />
      {source === null ? <p className="ed-hint">{t('data.chooseHint')}</p> : null}
    </>
  );
}

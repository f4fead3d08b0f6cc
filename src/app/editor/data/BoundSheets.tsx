import { useMemo, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { spreadsheetKey, type SpreadsheetKey, type SpreadsheetRef } from '#model/elements/base/reading.ts';
import { boundTables } from '#model/data/tables.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { Icon } from '../widgets/icons.tsx';
import { Section } from '../widgets/fields.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';
import { sourcesBoundTo } from './bindings.ts';
import { MissingSpreadsheet } from './MissingSpreadsheet.tsx';
import { SheetCard } from './SheetCard.tsx';
import { SheetEntries } from './SheetEntries.tsx';
import { useCloudSheets } from './use-cloud-sheets.ts';

/** Lists the open and the bound spreadsheets, the fields that use each, and those missing on this device. */
export function BoundSheets(): JSX.Element {
  const { t } = useTranslation('editor');
  const { data } = useEditorSession();
  const cloud = useCloudSheets();
  const { sheets, missing, problem } = useStore(data.state);
  const template = useEditorState((s) => s.template);
  const files = useMemo(() => {
    const all = new Map<SpreadsheetKey, SpreadsheetRef & { readonly fileName: string }>();
    for (const table of boundTables(template)) all.set(spreadsheetKey(table), table);
    for (const [key, info] of sheets) all.set(key, info);
    const { elements, label } = template;
    return [...all].map(([key, spreadsheet]) => ({
      key,
      spreadsheet,
      fileName: spreadsheet.fileName,
      cloudFile: sourcesBoundTo(elements, spreadsheet, label.languages)[0]?.cloudFile ?? sheets.get(key)?.cloudFile,
      columns: [...new Set(sourcesBoundTo(elements, spreadsheet, label.languages).map((s) => s.column))],
    }));
  }, [template, sheets]);
  return (
    <Section title={t('data.title')}>
      {files.length === 0 ? <p className="ed-hint">{t('data.none')}</p> : null}
      {problem === null || missing.size > 0 ? null : (
        <p className="ed-data-problem" role="alert" data-testid="data-problem">
          <Icon name="warning" size={16} />
          <span>{problemText(t, problem)}</span>
        </p>
      )}
      {files.map(({ key, spreadsheet, fileName, columns, cloudFile }) =>
        missing.has(key) ? (
          <MissingSpreadsheet
            key={key}
            spreadsheet={spreadsheet}
            fileName={fileName}
            cloud={cloud.state({ ...spreadsheet, cloudFile })}
            onTakeNewer={({ file }) => void cloud.takeNewer(spreadsheet, file)}
          />
        ) : (
          <SheetCard
            key={key}
            spreadsheet={spreadsheet}
            fileName={fileName}
            columns={columns}
            info={sheets.get(key)}
            cloudFile={cloudFile}
            cloud={cloud}
          />
        ),
      )}
      <SheetEntries chooseText={t('data.choose')} />
    </Section>
  );
}

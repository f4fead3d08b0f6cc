import { Button } from 'antd';
import { useMemo, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { boundTables } from '#model/data/tables.ts';
import { Icon } from '../widgets/icons.tsx';
import { Section } from '../widgets/fields.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { useStore } from '../session/store.ts';
import { sourcesBoundTo, unbindAll } from './bindings.ts';
import { LoadingLine } from './LoadingLine.tsx';
import { MissingSpreadsheet } from './MissingSpreadsheet.tsx';
import { useSpreadsheets } from './use-spreadsheets.tsx';

/** The spreadsheets at hand or bound, what is taken from each, and the ones that are not on this device. */
export function BoundSheets(): JSX.Element {
  const { t } = useTranslation('editor');
  const { data } = useEditorSession();
  const { run } = useActions();
  const { choose } = useSpreadsheets();
  const { sheets, missing, loading } = useStore(data.state);
  const template = useEditorState((s) => s.template);
  const files = useMemo(() => {
    const names = new Map<string, string>();
    for (const { connection, fileName } of boundTables(template)) names.set(connection, fileName);
    for (const info of sheets.values()) names.set(info.connection, info.fileName);
    return [...names].map(([connection, fileName]) => ({
      connection,
      fileName,
      columns: [...new Set(sourcesBoundTo(template.elements, connection).map((s) => s.column))],
    }));
  }, [template, sheets]);
  return (
    <Section title={t('data.title')}>
      {files.length === 0 ? <p className="ed-hint">{t('data.none')}</p> : null}
      {files.map(({ connection, fileName, columns }) =>
        missing.has(connection) ? (
          <MissingSpreadsheet key={connection} connection={connection} fileName={fileName} />
        ) : (
          <div key={connection} className="ed-sheet">
            <Icon name="sheet" />
            <div className="ed-sheet-text">
              <strong title={fileName}>{fileName}</strong>
              <span>
                {t('data.rows', {
                  count: sheets.get(connection)?.sheets.reduce((n, s) => Math.max(n, s.rowCount), 0) ?? 0,
                })}
                {columns.length === 0 ? ` · ${t('data.notUsed')}` : ` · ${columns.join(', ')}`}
              </span>
            </div>
            {columns.length === 0 ? null : (
              <Button size="small" type="text" onClick={() => run(unbindAll(connection))}>
                {t('data.unbind')}
              </Button>
            )}
          </div>
        ),
      )}
      {loading === null ? (
        <Button size="small" block icon={<Icon name="sheet" size={16} />} onClick={() => void choose()}>
          {t('data.choose')}
        </Button>
      ) : (
        <LoadingLine />
      )}
    </Section>
  );
}

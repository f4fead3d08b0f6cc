import { Button, Modal } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { SelectField } from '../widgets/fields.tsx';
import { Icon } from '../widgets/icons.tsx';
import { useActions } from '../session/actions.tsx';
import { changeSources, withFirstValues } from '../data/bindings.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { likelyColumn, renamedColumns, type MissingColumn } from './bound-columns.ts';

/** The choice that leaves a column unchanged. */
const KEEP = '';

/** Reports bound columns that are missing in the spreadsheet, and lets the user choose their new names once. */
export function MissingColumns({
  info,
  missing,
}: {
  info: SpreadsheetInfo;
  missing: readonly MissingColumn[];
}): JSX.Element {
  const { t } = useTranslation('table');
  const [open, setOpen] = useState(false);
  return (
    <div className="dt-missing" role="alert">
      <Icon name="warning" size={16} />
      <span>{t('gone.text', { count: missing.length, columns: missing.map(({ column }) => column).join(', ') })}</span>
      <Button size="small" data-testid="map-columns" onClick={() => setOpen(true)}>
        {t('gone.choose')}
      </Button>
      {open ? <ColumnsDialog info={info} missing={missing} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function ColumnsDialog({
  info,
  missing,
  onClose,
}: {
  info: SpreadsheetInfo;
  missing: readonly MissingColumn[];
  onClose(): void;
}): JSX.Element {
  const { t } = useTranslation(['table', 'common']);
  const { data, editor } = useEditorSession();
  const { run } = useActions();
  const columnsOf = (sheet: string): readonly string[] => info.sheets.find(({ name }) => name === sheet)?.columns ?? [];
  const [chosen, setChosen] = useState(() =>
    missing.map(({ sheet, column }) => likelyColumn(column, columnsOf(sheet)) ?? KEEP),
  );
  return (
    <Modal
      open
      title={t('gone.title')}
      okText={t('gone.apply')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: chosen.every((to) => to === KEEP) }}
      onCancel={onClose}
      onOk={() => {
        const renamed = missing.flatMap((each, i) => {
          const to = chosen[i] ?? KEEP;
          return to === KEEP ? [] : [{ ...each, to }];
        });
        onClose();
        const { elements } = editor.state().template;
        void withFirstValues(renamedColumns(info, renamed), info, elements, data).then((change) =>
          run(changeSources(change)),
        );
      }}
    >
      <p className="dt-missing-hint">{t('gone.hint', { file: info.fileName })}</p>
      <ul className="dt-missing-list">
        {missing.map(({ sheet, column }, i) => (
          <li key={`${sheet} ${column}`}>
            <span title={column}>{column}</span>
            <span aria-hidden>→</span>
            <SelectField
              label={t('gone.newName', { column })}
              testId={`gone-${i}`}
              value={chosen[i] ?? KEEP}
              choices={[
                { value: KEEP, label: t('gone.keep') },
                ...columnsOf(sheet).map((name) => ({ value: name, label: name })),
              ]}
              onChange={(to) => setChosen((now) => now.with(i, to))}
            />
          </li>
        ))}
      </ul>
    </Modal>
  );
}

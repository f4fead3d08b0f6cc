import type { ReactElement } from 'react';
import { DeleteOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { tooltip } from '#app/ui/tooltips.tsx';
import type { TrashedTemplate } from '#protocol/api.ts';
import { formatChanged } from '#app/ui/changed-time.ts';
import { TemplatePicture } from '#app/library/templates/TemplatePicture.tsx';
import { TableHead } from './TableHead.tsx';
import type { ListSelection } from './use-selection.ts';
import { DAY_MS } from '#model/kernel/time.ts';

interface TrashTableProps {
  readonly list: readonly TrashedTemplate[];
  readonly now: Date;
  readonly selection: ListSelection<TrashedTemplate>;
  readonly onRestore: (template: TrashedTemplate) => void;
  readonly onDelete: (template: TrashedTemplate) => void;
}

/** Deleted templates, one per row. */
export function TrashTable({ list, now, selection, onRestore, onDelete }: TrashTableProps): ReactElement {
  const { t, i18n } = useTranslation(['templates', 'home']);
  const daysLeft = (template: TrashedTemplate): number =>
    Math.max(1, Math.ceil((Date.parse(template.expire_time) - now.getTime()) / DAY_MS));
  return (
    <table className="template-table">
      <TableHead count={list.length} selection={selection}>
        <th className="template-table-time">{t('deletedAt')}</th>
        <th className="template-table-left">{t('left')}</th>
      </TableHead>
      <tbody>
        {list.map((template) => {
          const { isChosen, onChoose } = selection.choosing(template);
          const deleted = new Date(template.delete_time);
          return (
            <tr key={template.id} className="template-line" data-chosen={isChosen}>
              <td className="template-table-choice">
                <Checkbox
                  checked={isChosen}
                  aria-label={t('chooseNamed', { name: template.name })}
                  onChange={({ nativeEvent }) => onChoose(nativeEvent.shiftKey)}
                />
              </td>
              <td className="template-table-name">
                <span className="template-line-trashed" title={template.name}>
                  <TemplatePicture template={template} />
                  <span className="template-line-text">
                    <span>{template.name}</span>
                  </span>
                </span>
              </td>
              <td className="template-table-time">
                <time dateTime={template.delete_time} title={deleted.toLocaleString(i18n.language)}>
                  {formatChanged(deleted, now, i18n.language)}
                </time>
              </td>
              <td className="template-table-left">{t('daysLeft', { count: daysLeft(template) })}</td>
              <td className="template-table-buttons">
                <span>
                  <Button
                    {...tooltip(t('restore'))}
                    type="text"
                    size="small"
                    icon={<UndoOutlined aria-hidden />}
                    aria-label={t('restoreNamed', { name: template.name })}
                    onClick={() => onRestore(template)}
                  />
                  <Button
                    {...tooltip(t('deleteForGood'))}
                    type="text"
                    size="small"
                    danger
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={t('deleteNamed', { name: template.name })}
                    onClick={() => onDelete(template)}
                  />
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

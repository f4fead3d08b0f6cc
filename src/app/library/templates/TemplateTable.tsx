import type { ReactElement } from 'react';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ListedFolder, TemplateInfo } from '#protocol/api.ts';
import { formatChanged } from '#app/ui/changed-time.ts';
import { opensOrChooses, TemplateButtons } from '#app/library/templates/TemplateCard.tsx';
import { TemplatePicture } from '#app/library/templates/TemplatePicture.tsx';
import type { TemplateActions } from '#app/library/templates/use-template-actions.tsx';
import type { TemplateListState } from '#app/library/templates/use-template-list.ts';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { TableHead } from './TableHead.tsx';
import type { ListSelection } from './use-selection.ts';

interface TemplateTableProps {
  readonly templates: TemplateListState;
  readonly actions: TemplateActions;
  readonly selection: ListSelection<TemplateInfo>;
  /** For a column in a list of all folders; null for a list of one folder. */
  readonly folders: readonly ListedFolder[] | null;
}

/** Templates, one per row. */
export function TemplateTable({ templates, actions, selection, folders }: TemplateTableProps): ReactElement {
  const { t } = useTranslation(['templates', 'home']);
  return (
    <table className="template-table" aria-busy={templates.loading || templates.stale}>
      <TableHead count={templates.list.length} selection={selection}>
        {folders === null ? null : <th className="template-table-folder">{t('folder')}</th>}
        <th className="template-table-size">{t('home:order.size')}</th>
        <th className="template-table-time">{t('home:order.changed')}</th>
      </TableHead>
      <tbody>
        {templates.list.map((template) => (
          <TemplateLine
            key={template.id}
            template={template}
            actions={actions}
            selection={selection}
            now={templates.loadedAt}
            folder={folders === null ? null : (folders.find(({ id }) => id === template.parent_id)?.name ?? '')}
          />
        ))}
      </tbody>
    </table>
  );
}

function TemplateLine(props: {
  readonly template: TemplateInfo;
  readonly actions: TemplateActions;
  readonly selection: ListSelection<TemplateInfo>;
  readonly now: Date;
  readonly folder: string | null;
}): ReactElement {
  const { template, actions, folder } = props;
  const { t, i18n } = useTranslation(['templates', 'home']);
  const unit = useUnit();
  const { isChosen, onChoose, onDragStart } = props.selection.choosing(template);
  const choosing = { isChosen, onChoose, onDragStart };
  const changed = new Date(template.update_time);
  return (
    <tr className="template-line" data-chosen={isChosen} draggable onDragStart={onDragStart}>
      <td className="template-table-choice">
        <Checkbox
          checked={isChosen}
          aria-label={t('chooseNamed', { name: template.name })}
          onChange={({ nativeEvent }) => onChoose(nativeEvent.shiftKey)}
        />
      </td>
      <td className="template-table-name">
        <button
          type="button"
          className="template-line-open"
          aria-label={t('home:openNamed', { name: template.name })}
          title={template.name}
          onClick={opensOrChooses(choosing, () => actions.open(template))}
        >
          <TemplatePicture template={template} />
          <span className="template-line-text">
            <span>{template.name}</span>
            {template.remark === '' ? null : <small title={template.remark}>{template.remark}</small>}
          </span>
        </button>
      </td>
      {folder === null ? null : (
        <td className="template-table-folder" title={folder}>
          {folder}
        </td>
      )}
      <td className="template-table-size">{formatSize(template.width, template.height, unit, i18n.language)}</td>
      <td className="template-table-time">
        <time dateTime={template.update_time} title={changed.toLocaleString(i18n.language)}>
          {formatChanged(changed, props.now, i18n.language)}
        </time>
      </td>
      <td className="template-table-buttons">
        <span>
          <TemplateButtons template={template} actions={actions} />
        </span>
      </td>
    </tr>
  );
}

import type { CSSProperties, ReactElement } from 'react';
import {
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  EllipsisOutlined,
  FormOutlined,
  PrinterOutlined,
  ScanOutlined,
} from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { ButtonMenu } from '#app/shell/ButtonMenu.tsx';
import type { TemplateInfo } from '#protocol/api.ts';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { formatChanged } from './changed-time.ts';
import type { TemplateActions } from './use-template-actions.tsx';

interface TemplateCardProps {
  readonly template: TemplateInfo;
  readonly actions: TemplateActions;
  readonly now: Date;
}

/** A template without a picture is shown as an empty label of the right proportions. */
function blankStyle({ width, height }: TemplateInfo): CSSProperties {
  return { aspectRatio: `${width} / ${height}`, width: `min(100%, ${(110 * width) / height}px)` };
}

/** A saved template: its picture, name, size and when it was last changed. */
export function TemplateCard(props: TemplateCardProps): ReactElement {
  const { template, actions } = props;
  const { t, i18n } = useTranslation(['home', 'common']);
  const unit = useUnit();
  const changed = new Date(template.update_time);
  return (
    <article className="template-card">
      <button
        type="button"
        className="template-card-open"
        aria-label={t('openNamed', { name: template.name })}
        onClick={() => actions.open(template)}
      >
        <span className="template-card-picture">
          {template.image === '' ? (
            <span className="template-card-blank" style={blankStyle(template)} />
          ) : (
            <img src={template.image} alt="" loading="lazy" decoding="async" />
          )}
        </span>
      </button>
      <div className="template-card-foot">
        <div className="template-card-text">
          {/* Pressing the name opens the label; renaming is in the menu beside it. */}
          <button
            type="button"
            className="template-card-name"
            title={template.name}
            onClick={() => actions.open(template)}
          >
            {template.name}
          </button>
          <span>{formatSize(template.width, template.height, unit, i18n.language)}</span>
          <time dateTime={template.update_time} title={changed.toLocaleString(i18n.language)}>
            {formatChanged(changed, props.now, i18n.language)}
          </time>
        </div>
        <Tooltip title={t('quickPrint')}>
          <Button
            type="text"
            size="small"
            icon={<PrinterOutlined />}
            aria-label={t('printNamed', { name: template.name })}
            onClick={() => actions.print(template)}
          />
        </Tooltip>
        {template.blanks === 0 ? null : (
          <Tooltip title={t('fillPrint')}>
            <Button
              type="text"
              size="small"
              icon={<FormOutlined />}
              aria-label={t('fillNamed', { name: template.name })}
              onClick={() => actions.fill(template)}
            />
          </Tooltip>
        )}
        <ButtonMenu
          placement="bottomRight"
          menu={{
            items: [
              { key: 'rename', icon: <EditOutlined />, label: t('common:action.rename') },
              { key: 'duplicate', icon: <CopyOutlined />, label: t('common:action.duplicate') },
              { type: 'divider' },
              { key: 'scan', icon: <ScanOutlined />, label: t('scanPrint') },
              { type: 'divider' },
              { key: 'remove', icon: <DeleteOutlined />, label: t('common:action.delete'), danger: true },
            ],
            onClick: ({ key }) => {
              if (key === 'scan' || key === 'rename' || key === 'duplicate' || key === 'remove') actions[key](template);
            },
          }}
        >
          <Button
            type="text"
            size="small"
            icon={<EllipsisOutlined />}
            aria-label={t('moreNamed', { name: template.name })}
          />
        </ButtonMenu>
      </div>
    </article>
  );
}

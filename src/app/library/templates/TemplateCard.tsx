import type { DragEvent, MouseEvent, ReactElement } from 'react';
import { FormOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { tooltip } from '#app/ui/tooltips.tsx';
import type { TemplateInfo } from '#protocol/api.ts';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { formatChanged } from '../../ui/changed-time.ts';
import { TemplateMenu } from './TemplateMenu.tsx';
import { TemplatePicture } from './TemplatePicture.tsx';
import type { TemplateActions } from './use-template-actions.tsx';

/** The selection state of a template in a list. */
export interface Choosing {
  readonly isChosen: boolean;
  /** `range`: all from the last selected one to this one. */
  readonly onChoose: (range: boolean) => void;
  readonly onDragStart: (event: DragEvent) => void;
}

export interface TemplateCardProps {
  readonly template: TemplateInfo;
  readonly actions: TemplateActions;
  readonly now: Date;
  /** Absent in a list without a selection. */
  readonly choosing?: Choosing;
}

/** A click handler for a template: opens it, or with Ctrl or Shift selects it. */
export function opensOrChooses(choosing: Choosing | undefined, open: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (choosing !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) choosing.onChoose(event.shiftKey);
    else open();
  };
}

/** A saved template: its picture, name, size and time of the last change. */
export function TemplateCard(props: TemplateCardProps): ReactElement {
  const { template, actions, choosing } = props;
  const { t, i18n } = useTranslation(['home', 'common', 'templates']);
  const unit = useUnit();
  const changed = new Date(template.update_time);
  const press = opensOrChooses(choosing, () => actions.open(template));
  return (
    <article
      className="card template-card"
      data-chosen={choosing?.isChosen === true}
      draggable={choosing !== undefined}
      onDragStart={choosing?.onDragStart}
    >
      {choosing === undefined ? null : (
        <Checkbox
          className="template-card-choice"
          checked={choosing.isChosen}
          aria-label={t('templates:chooseNamed', { name: template.name })}
          onChange={({ nativeEvent }) => choosing.onChoose(nativeEvent.shiftKey)}
        />
      )}
      <button
        type="button"
        className="template-card-open"
        aria-label={t('openNamed', { name: template.name })}
        onClick={press}
      >
        <TemplatePicture template={template} />
      </button>
      <div className="template-card-foot">
        <div className="template-card-text">
          {/* Pressing the name opens the label; renaming is in the menu next to it. */}
          <button type="button" className="template-card-name" title={template.name} onClick={press}>
            {template.name}
          </button>
          <span>{formatSize(template.width, template.height, unit, i18n.language)}</span>
          <time dateTime={template.update_time} title={changed.toLocaleString(i18n.language)}>
            {formatChanged(changed, props.now, i18n.language)}
          </time>
          {template.remark === '' ? null : <span title={template.remark}>{template.remark}</span>}
        </div>
        <TemplateButtons template={template} actions={actions} />
      </div>
    </article>
  );
}

/** The buttons at the end of a template's row. */
export function TemplateButtons(props: Pick<TemplateCardProps, 'template' | 'actions'>): ReactElement {
  const { template, actions } = props;
  const { t } = useTranslation('home');
  return (
    <>
      <Button
        {...tooltip(t('quickPrint'))}
        type="text"
        size="small"
        icon={<PrinterOutlined aria-hidden />}
        aria-label={t('printNamed', { name: template.name })}
        onClick={() => actions.print(template)}
      />
      {template.blanks === 0 ? null : (
        <Button
          {...tooltip(t('fillPrint'))}
          type="text"
          size="small"
          icon={<FormOutlined aria-hidden />}
          aria-label={t('fillNamed', { name: template.name })}
          onClick={() => actions.fill(template)}
        />
      )}
      <TemplateMenu template={template} actions={actions} />
    </>
  );
}

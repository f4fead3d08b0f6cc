import type { ReactElement, ReactNode } from 'react';
import type { ShareRight, TemplateInfo } from '#protocol/api.ts';
import { useTranslation } from 'react-i18next';
import { TemplatePicture } from '#app/library/templates/TemplatePicture.tsx';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { LinkButton } from '#app/ui/LinkButton.tsx';
import '#app/ui/list.css';
import '#app/library/templates/sharing.css';
import '#app/ui/page/page.css';
import '#app/ui/page/message-screen.css';

interface SharedTemplateBodyProps {
  readonly template: Pick<TemplateInfo, 'image' | 'width' | 'height'> & {
    readonly nickname: string;
    readonly right: ShareRight;
    /** ISO 8601, UTC; empty for a link without expiration. */
    readonly expires: string;
  };
  /** The visitor's actions. */
  readonly actions: ReactNode;
  readonly note?: string;
}

/** A shared template: its picture, with its details and the actions next to it. */
export function SharedTemplateBody({ template, actions, note }: SharedTemplateBodyProps): ReactElement {
  const { t, i18n } = useTranslation('sharing');
  const unit = useUnit();
  const { width, height, nickname, right, expires } = template;
  return (
    <div className="sharing-body">
      <div className="card sharing-picture">
        <TemplatePicture template={template} />
      </div>
      <aside className="card card-padded sharing-side">
        <dl>
          <dt>{t('from')}</dt>
          <dd>{nickname}</dd>
          <dt>{t('size')}</dt>
          <dd>{formatSize(width, height, unit, i18n.language)}</dd>
          <dt>{t('right')}</dt>
          <dd>{t(`rights.${right}`)}</dd>
          {expires === '' ? null : (
            <>
              <dt>{t('holds')}</dt>
              <dd>{new Date(expires).toLocaleDateString(i18n.language)}</dd>
            </>
          )}
        </dl>
        <div className="sharing-actions">{actions}</div>
        {note === undefined ? null : <p className="sharing-note">{note}</p>}
      </aside>
    </div>
  );
}

/** The page for an invalid link, or for a template that is no longer shared. */
export function SharedTemplateMissing(): ReactElement {
  const { t } = useTranslation('pages');
  return (
    <div className="message-screen">
      <h1>{t('share.missing')}</h1>
      <p>{t('share.missingText')}</p>
      <LinkButton to="/cloudTemplate">{t('share.own')}</LinkButton>
    </div>
  );
}

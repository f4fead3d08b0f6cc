import { Button } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { tooltip } from '#app/ui/tooltips.tsx';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { Icon } from '../widgets/icons.tsx';
import { dateFormat } from '#app/state/language-formats.ts';
import type { WebFetch } from './use-web-fetch.ts';
import { WebProgress } from './WebSheetDialog.tsx';

interface WebCopyRowProps {
  readonly info: SpreadsheetInfo;
  readonly web: WebFetch;
  onRefresh(): void;
}

/** The time of the copy in use, with a button that fetches a newer one or cancels that. */
export function WebCopyRow({ info, web, onRefresh }: WebCopyRowProps): JSX.Element {
  const { t, i18n } = useTranslation(['web', 'common', 'problems']);
  const time = dateFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const { share, problem } = web;
  const busy = share !== null;
  const notice = problem === null ? null : noticeText(t, problem);
  const label = busy ? t('common:action.cancel') : t('refresh');
  return (
    <div className="ed-web-copy">
      <div className="ed-web-copy-line">
        <span title={info.connection} data-testid="web-copy">
          {t('fetched', { time: time.format(info.fetchedAt) })}
        </span>
        <Button
          {...tooltip(label)}
          size="small"
          type="text"
          aria-label={label}
          icon={<Icon name={busy ? 'close' : 'refresh'} size={16} />}
          onClick={() => (busy ? web.stop() : onRefresh())}
        />
      </div>
      {busy ? <WebProgress share={share} /> : null}
      {notice === null ? null : (
        <span className="ed-web-fault" role="alert" data-testid="web-copy-problem">
          {notice} {t('copyStays')}
        </span>
      )}
    </div>
  );
}

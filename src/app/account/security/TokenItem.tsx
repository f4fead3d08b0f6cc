import { useState, type ReactElement } from 'react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ApiTokenInfo, ApiScope } from '#protocol/api.ts';
import { useChanged } from '../../ui/changed-time.ts';
import { dateFormat } from '#app/state/language-formats.ts';

interface TokenItemProps {
  readonly token: ApiTokenInfo;
  readonly onRevoke: () => void;
}

/** One token: its last characters, scopes, expiration, and last use. */
export function TokenItem({ token, onRevoke }: TokenItemProps): ReactElement {
  const { t, i18n } = useTranslation('security');
  const changed = useChanged();
  const [shownAt] = useState(() => Date.now());
  const { name, hint, scopes, end_time: end, use_time: used } = token;
  const ends = new Date(end);
  const day = dateFormat(i18n.language, { dateStyle: 'medium' }).format(ends);
  return (
    <li>
      <div>
        <span className="user-item-name">
          {name} <code className="user-token-hint">…{hint}</code>{' '}
          {ends.getTime() <= shownAt ? <span className="user-tag">{t('token.ended')}</span> : null}
        </span>
        <small>
          {t('token.ends', { when: day })} ·{' '}
          {used === '' ? t('token.neverUsed') : t('token.used', { when: changed(Date.parse(used)) })}
          <br />
          {scopes.map((scope) => t(SCOPE_TEXTS[scope])).join(' · ')}
        </small>
      </div>
      <Button aria-label={`${t('token.revoke')} ${name}`} onClick={onRevoke}>
        {t('token.revoke')}
      </Button>
    </li>
  );
}

type ScopeKey = 'templatesRead' | 'preview' | 'runsRead' | 'runsWrite' | 'schedulesRead' | 'schedulesWrite';

/** Text keys of the scopes, in `locales/<language>/security.json`. */
export const SCOPE_TEXTS: Readonly<Record<ApiScope, `token.scope.${ScopeKey}`>> = {
  'templates:read': 'token.scope.templatesRead',
  preview: 'token.scope.preview',
  'runs:read': 'token.scope.runsRead',
  'runs:write': 'token.scope.runsWrite',
  'schedules:read': 'token.scope.schedulesRead',
  'schedules:write': 'token.scope.schedulesWrite',
};

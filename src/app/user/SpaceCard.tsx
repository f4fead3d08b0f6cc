import type { ReactElement } from 'react';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SpaceUsage } from '#protocol/api.ts';
import { Card } from '#app/shell/Card.tsx';
import { Waiting } from './Waiting.tsx';
import { formatBytes } from '#app/files/format-bytes.ts';
import { useAnswer } from './use-answer.ts';

/** What the user's files take of the space that the account has. */
export function SpaceCard(): ReactElement {
  const { t } = useTranslation('user');
  const usage = useAnswer('spaceUsage');
  return (
    <Card title={t('space.title')} testId="space">
      <Waiting answered={usage}>{(value) => <Usage usage={value} />}</Waiting>
    </Card>
  );
}

function Usage({ usage: { used, limit, kinds } }: { readonly usage: SpaceUsage }): ReactElement {
  const { t, i18n } = useTranslation('user');
  const share = limit === 0 ? 1 : used / limit;
  const size = (bytes: number): string => formatBytes(bytes, i18n.language);
  return (
    <div className="user-space">
      <Progress
        percent={Math.min(100, 100 * share)}
        showInfo={false}
        status={share >= 1 ? 'exception' : 'normal'}
        aria-label={t('space.title')}
      />
      <p>{t('space.used', { used: size(used), limit: size(limit) })}</p>
      {kinds.length === 0 ? null : (
        <ul>
          {kinds.map(({ kind, files, bytes }) => (
            <li key={kind}>
              <span>{t(`space.kind.${kind}`, { defaultValue: t('space.kind.other') })}</span>
              <span>{t('space.files', { count: files })}</span>
              <span>{size(bytes)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

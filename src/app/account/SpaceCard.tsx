import type { ReactElement } from 'react';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SpaceUsage } from '#protocol/api.ts';
import { Card } from '#app/ui/page/Card.tsx';
import { Waiting } from './Waiting.tsx';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { useAnswer } from '#app/state/use-answer.ts';

/** The storage that the user's files occupy, and the account's limit. */
export function SpaceCard(): ReactElement {
  const { t } = useTranslation('user');
  const usage = useAnswer('spaceUsage', {});
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
  const nameOf = (kind: string): string => t(`space.kind.${kind}`, { defaultValue: t('space.kind.other') });
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
          {byName(kinds, nameOf).map(({ name, files, bytes }) => (
            <li key={name}>
              <span>{name}</span>
              <span>{t('space.files', { count: files })}</span>
              <span>{size(bytes)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface NamedKind {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
}

/** The kinds in order, with those of the same name merged. */
function byName(kinds: SpaceUsage['kinds'], nameOf: (kind: string) => string): readonly NamedKind[] {
  const named = new Map<string, NamedKind>();
  for (const { kind, files, bytes } of kinds) {
    const name = nameOf(kind);
    const before = named.get(name);
    named.set(name, { name, files: files + (before?.files ?? 0), bytes: bytes + (before?.bytes ?? 0) });
  }
  return [...named.values()];
}

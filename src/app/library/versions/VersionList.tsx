import { useId, type KeyboardEvent, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateVersion } from '#protocol/api.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { dateFormat } from '#app/state/language-formats.ts';

interface VersionListProps {
  readonly list: readonly TemplateVersion[];
  /** The revision of the current one. */
  readonly chosen: number;
  readonly onChoose: (revision: number) => void;
}

/** The earlier versions of a template, latest first: a list box by the ARIA practices. */
export function VersionList({ list, chosen, onChoose }: VersionListProps): ReactElement {
  const { t, i18n } = useTranslation('versions');
  const id = useId();
  const time = dateFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });

  function keys(event: KeyboardEvent): void {
    const at = list.findIndex(({ revision }) => revision === chosen);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 }[event.key];
    const next = to === undefined ? undefined : list[Math.min(list.length - 1, Math.max(0, to))];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.revision);
    document.querySelector(`[id="${id}-${next.revision}"]`)?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <ul
      className="version-list"
      role="listbox"
      tabIndex={0}
      aria-label={t('earlier')}
      aria-activedescendant={`${id}-${chosen}`}
      onKeyDown={keys}
    >
      {list.map((version) => (
        <li
          key={version.revision}
          id={`${id}-${version.revision}`}
          role="option"
          aria-selected={version.revision === chosen}
          onClick={() => onChoose(version.revision)}
        >
          <strong>{time.format(new Date(version.save_time))}</strong>
          <small>{formatBytes(version.bytes, i18n.language)}</small>
          {version.remark === '' ? null : <small title={version.remark}>{version.remark}</small>}
        </li>
      ))}
    </ul>
  );
}

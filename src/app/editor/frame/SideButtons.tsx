import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../session/ActionButton.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { SIDE_TABS, sideTab } from '../session/side-tab.ts';
import { useStore } from '#app/state/store.ts';
import { SidePanel } from './late-parts.tsx';

const MOST_SHOWN = 999;

/** Open and close the panel beside the palette, and the list of all commands. */
export function SideButtons(): JSX.Element {
  const open = useStore(sideTab);
  return (
    <div className="ed-strip-group">
      {SIDE_TABS.map((tab) => (
        <span key={tab} className="ed-side-button">
          <ActionButton id={tab} pressed={tab === open} />
          {tab === 'preflight' ? <BlockingBadge /> : null}
        </span>
      ))}
      <ActionButton id="commands" />
    </div>
  );
}

/** How many labels would not be printed. */
function BlockingBadge(): JSX.Element | null {
  const { t, i18n } = useTranslation('side');
  const { preflight } = useEditorSession();
  const { findings, isStale } = useStore(preflight.state);
  const { refused } = findings;
  if (refused === 0) return null;
  const number = new Intl.NumberFormat(i18n.language).format(refused);
  return (
    <span
      className={isStale ? 'ed-side-badge ed-side-badge-stale' : 'ed-side-badge'}
      role="status"
      aria-label={t('preflight.refused', { count: refused, number })}
      data-testid="preflight-badge"
      data-count={refused}
    >
      {refused > MOST_SHOWN ? `${MOST_SHOWN}+` : refused}
    </span>
  );
}

export function SideArea(): JSX.Element | null {
  const tab = useStore(sideTab);
  return tab === null ? null : <SidePanel tab={tab} />;
}

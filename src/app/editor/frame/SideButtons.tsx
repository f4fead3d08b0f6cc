import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../session/ActionButton.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { SIDE_TABS, sideTab } from '../session/side-tab.ts';
import { useStore } from '../session/store.ts';
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

/** How many findings keep labels from being printed. */
function BlockingBadge(): JSX.Element | null {
  const { t } = useTranslation('side');
  const { preflight } = useEditorSession();
  const { findings, isStale } = useStore(preflight.state);
  const { blocking } = findings;
  if (blocking === 0) return null;
  return (
    <span
      className={isStale ? 'ed-side-badge ed-side-badge-stale' : 'ed-side-badge'}
      role="status"
      aria-label={t('preflight.badge', { count: blocking })}
      data-testid="preflight-badge"
      data-count={blocking}
    >
      {blocking > MOST_SHOWN ? `${MOST_SHOWN}+` : blocking}
    </span>
  );
}

export function SideArea(): JSX.Element | null {
  const tab = useStore(sideTab);
  return tab === null ? null : <SidePanel tab={tab} />;
}

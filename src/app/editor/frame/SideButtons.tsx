import type { JSX } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../session/ActionButton.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { SIDE_TABS, sideTab, panelOpen } from '../session/side-tab.ts';
import { Icon } from '../widgets/icons.tsx';
import { useStore } from '#app/state/store.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { SidePanel } from './lazy-components.tsx';

const MOST_SHOWN = 999;

/** Buttons for the panel next to the element toolbar, and for the list of all commands. */
export function SideButtons(): JSX.Element {
  const open = useStore(sideTab);
  const { t } = useTranslation(['side', 'editor']);
  const isPanelOpen = useStore(panelOpen);
  return (
    <div className="ed-strip-group" data-rest="">
      {SIDE_TABS.map((tab) => (
        <span key={tab} className="ed-side-button">
          <ActionButton id={tab} pressed={tab === open} />
          {tab === 'preflight' ? <BlockingBadge /> : null}
        </span>
      ))}
      <ActionButton id="commands" />
      <button
        type="button"
        className="ed-tool ed-panel-toggle"
        aria-label={t('editor:panel.label')}
        title={t('editor:panel.label')}
        aria-pressed={isPanelOpen}
        data-testid="panel-toggle"
        onClick={(event) => {
          // The toolbar would move the focus to the canvas.
          event.stopPropagation();
          flushSync(() => panelOpen.set(!isPanelOpen));
          if (!isPanelOpen) document.querySelector<HTMLElement>('.ed-panel-close')?.focus();
        }}
      >
        <Icon name="settings" />
      </button>
    </div>
  );
}

/** The number of labels that would not be printed. */
function BlockingBadge(): JSX.Element | null {
  const { t, i18n } = useTranslation('side');
  const { preflight } = useEditorSession();
  const { findings, isStale } = useStore(preflight.state);
  const { refused } = findings;
  if (refused === 0) return null;
  const number = numberFormat(i18n.language).format(refused);
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

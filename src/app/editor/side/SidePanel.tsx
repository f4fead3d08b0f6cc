import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { focusCanvas } from '../keys/regions.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { openSideTab, SIDE_TABS, type SideTab } from '../session/side-tab.ts';
import { Icon } from '../widgets/icons.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { LayersPanel } from './LayersPanel.tsx';
import { PreflightPanel } from './PreflightPanel.tsx';
import './side.css';
import './preflight.css';

export interface SidePanelProps {
  readonly tab: SideTab;
}

/** The panel next to the element toolbar: the layers, the undo steps, or the preflight. */
export function SidePanel({ tab }: SidePanelProps): JSX.Element {
  const { t } = useTranslation(['side', 'editor', 'common']);
  const { preflight } = useEditorSession();
  return (
    <section
      className={`ed-side ed-side-${tab}`}
      data-region="side"
      data-testid="side-panel"
      aria-label={t(`editor:action.${tab}`)}
    >
      <header className="ed-side-head">
        <div role="group" aria-label={t('tabs')} className="ed-side-tabs">
          {SIDE_TABS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === tab}
              data-testid={`side-${each}`}
              onClick={() => {
                openSideTab(each);
                if (each === 'preflight') preflight.ask();
              }}
            >
              {t(`editor:action.${each}`)}
            </button>
          ))}
        </div>
        <button
          type="button"
          className="ed-tool ed-tool-small"
          aria-label={t('common:action.close')}
          data-testid="side-close"
          onClick={() => {
            openSideTab(null);
            focusCanvas();
          }}
        >
          <Icon name="close" size={16} />
        </button>
      </header>
      <Shown tab={tab} />
    </section>
  );
}

function Shown({ tab }: SidePanelProps): JSX.Element {
  switch (tab) {
    case 'layers':
      return <LayersPanel />;
    case 'history':
      return <HistoryPanel />;
    case 'preflight':
      return <PreflightPanel />;
  }
}

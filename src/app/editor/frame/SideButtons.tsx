import type { JSX } from 'react';
import { ActionButton } from '../session/ActionButton.tsx';
import { SIDE_TABS, sideTab } from '../session/side-tab.ts';
import { useStore } from '../session/store.ts';
import { SidePanel } from './late-parts.tsx';

/** Open and close the panel beside the palette, and the list of all commands. */
export function SideButtons(): JSX.Element {
  const open = useStore(sideTab);
  return (
    <div className="ed-strip-group">
      {SIDE_TABS.map((tab) => (
        <ActionButton key={tab} id={tab} pressed={tab === open} />
      ))}
      <ActionButton id="commands" />
    </div>
  );
}

export function SideArea(): JSX.Element | null {
  const tab = useStore(sideTab);
  return tab === null ? null : <SidePanel tab={tab} />;
}

import { useRef, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useToolbarKeys } from '../keys/use-toolbar-keys.ts';
import { ALIGN_ACTIONS, DISTRIBUTE_ACTIONS, ORDER_ACTIONS, type ActionId } from '../session/action-table.ts';
import { SideButtons } from './SideButtons.tsx';
import { ActionButton } from '../session/ActionButton.tsx';

const GROUPS: readonly (readonly ActionId[])[] = [
  ['copy', 'paste', 'delete'],
  ALIGN_ACTIONS,
  DISTRIBUTE_ACTIONS,
  ORDER_ACTIONS,
  ['rotate', 'lock'],
  ['grid', 'canvasLock'],
];

export function ToolStrip(): JSX.Element {
  const { t } = useTranslation('editor');
  const bar = useRef<HTMLDivElement>(null);
  const keys = useToolbarKeys(bar, 'horizontal');
  return (
    <div ref={bar} className="ed-strip" data-region="tools" role="toolbar" aria-label={t('frame.tools')} {...keys}>
      {GROUPS.map((group) => (
        <div key={group[0]} className="ed-strip-group">
          {group.map((id) => (
            <ActionButton key={id} id={id} />
          ))}
        </div>
      ))}
      <SideButtons />
    </div>
  );
}

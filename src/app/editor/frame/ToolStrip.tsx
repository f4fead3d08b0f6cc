import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionId } from '../session/action-table.ts';
import { ActionButton } from '../session/ActionButton.tsx';

const GROUPS: readonly (readonly ActionId[])[] = [
  ['copy', 'paste', 'delete'],
  ['alignLeft', 'alignCenter', 'alignRight', 'alignTop', 'alignMiddle', 'alignBottom'],
  ['distributeHorizontal', 'distributeVertical'],
  ['orderFront', 'orderForward', 'orderBackward', 'orderBack'],
  ['rotate', 'lock'],
  ['grid', 'canvasLock'],
];

export function ToolStrip(): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <div className="ed-strip" role="toolbar" aria-label={t('frame.tools')}>
      {GROUPS.map((group) => (
        <div key={group[0]} className="ed-strip-group">
          {group.map((id) => (
            <ActionButton key={id} id={id} />
          ))}
        </div>
      ))}
    </div>
  );
}

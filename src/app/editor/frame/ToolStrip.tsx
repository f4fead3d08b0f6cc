import { useRef, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useToolbarKeys } from '../keys/use-toolbar-keys.ts';
import { ALIGN_ACTIONS, DISTRIBUTE_ACTIONS, ORDER_ACTIONS, type ActionId } from '../session/action-table.ts';
import { SideButtons } from './SideButtons.tsx';
import { ActionButton } from '../session/ActionButton.tsx';
import { useEditorState } from '../session/editor-session.tsx';
import { SelectionBarSwitch } from './SelectionBarSwitch.tsx';

interface ToolGroup {
  readonly actions: readonly ActionId[];
  /** How many elements must be selected for it to apply to anything. */
  readonly from: 0 | 1 | 3;
}

/** What is always there comes first, so that nothing of it moves when what applies to a selection comes and goes. */
const GROUPS: readonly ToolGroup[] = [
  { actions: ['copy', 'paste', 'delete'], from: 0 },
  { actions: ['rotate', 'lock'], from: 0 },
  { actions: ALIGN_ACTIONS, from: 1 },
  { actions: ORDER_ACTIONS, from: 1 },
  { actions: DISTRIBUTE_ACTIONS, from: 3 },
];

export function ToolStrip(): JSX.Element {
  const { t } = useTranslation('editor');
  const bar = useRef<HTMLDivElement>(null);
  const keys = useToolbarKeys(bar, 'horizontal');
  const selected = useEditorState((s) => Math.min(3, s.selection.length));
  return (
    <div ref={bar} className="ed-strip" data-region="tools" role="toolbar" aria-label={t('frame.tools')} {...keys}>
      {GROUPS.filter(({ from }) => selected >= from).map(({ actions }) => (
        <div key={actions[0]} className="ed-strip-group">
          {actions.map((id) => (
            <ActionButton key={id} id={id} />
          ))}
        </div>
      ))}
      <div className="ed-strip-group">
        <SelectionBarSwitch />
        <ActionButton id="grid" />
        <ActionButton id="canvasLock" />
      </div>
      <SideButtons />
    </div>
  );
}

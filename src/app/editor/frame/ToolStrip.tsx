import { useRef, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useToolbarKeys } from '../keys/use-toolbar-keys.ts';
import { ALIGN_ACTIONS, DISTRIBUTE_ACTIONS, ORDER_ACTIONS, type ActionId } from '../session/action-table.ts';
import { SideButtons } from './SideButtons.tsx';
import { ActionButton } from '../session/ActionButton.tsx';
import { useEditorState } from '../session/editor-session.tsx';
import { SelectionBarSwitch } from './SelectionBarSwitch.tsx';

/** What applies to a selection, and how many elements must be selected for it. */
const SELECTION_GROUPS: readonly { readonly actions: readonly ActionId[]; readonly from: 1 | 3 }[] = [
  { actions: ALIGN_ACTIONS, from: 1 },
  { actions: ORDER_ACTIONS, from: 1 },
  { actions: DISTRIBUTE_ACTIONS, from: 3 },
];

/**
 * What is always there comes first. What applies to a selection keeps its room while it is not shown: a strip that grew by
 * a line with the selection would move the canvas under the pointer.
 */
export function ToolStrip(): JSX.Element {
  const { t } = useTranslation('editor');
  const bar = useRef<HTMLDivElement>(null);
  const keys = useToolbarKeys(bar, 'horizontal');
  const selected = useEditorState((s) => Math.min(3, s.selection.length));
  return (
    <div ref={bar} className="ed-strip" data-region="tools" role="toolbar" aria-label={t('frame.tools')} {...keys}>
      <Group actions={['copy', 'paste', 'delete']} />
      <Group actions={['rotate', 'lock']} />
      <div className="ed-strip-group">
        <SelectionBarSwitch />
        <ActionButton id="grid" />
        <ActionButton id="canvasLock" />
      </div>
      {SELECTION_GROUPS.map(({ actions, from }) => (
        <Group key={actions[0]} actions={actions} isIdle={selected < from} />
      ))}
      <SideButtons />
    </div>
  );
}

function Group({
  actions,
  isIdle = false,
}: {
  readonly actions: readonly ActionId[];
  readonly isIdle?: boolean;
}): JSX.Element {
  return (
    <div className={isIdle ? 'ed-strip-group ed-strip-idle' : 'ed-strip-group'}>
      {actions.map((id) => (
        <ActionButton key={id} id={id} />
      ))}
    </div>
  );
}

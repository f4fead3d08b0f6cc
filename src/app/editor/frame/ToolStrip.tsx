import { useRef, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonMenu } from '#app/ui/ButtonMenu.tsx';
import { useSelectionBarShown } from '#app/state/editor-preferences.ts';
import { focusCanvas } from '../keys/regions.ts';
import { useToolbarKeys } from '../keys/use-toolbar-keys.ts';
import {
  actionInfo,
  ALIGN_ACTIONS,
  DISTRIBUTE_ACTIONS,
  ORDER_ACTIONS,
  type ActionId,
} from '../session/action-table.ts';
import { useActions } from '../session/actions.tsx';
import { formatChord, isMac } from '../session/chords.ts';
import { SideButtons } from './SideButtons.tsx';
import { ActionButton } from '../session/ActionButton.tsx';
import { useEditorState } from '../session/editor-session.tsx';
import { Icon } from '../widgets/icons.tsx';
import { useFittingGroups } from './fitting-groups.ts';
import { SwitchButton } from '../widgets/SwitchButton.tsx';

/** The switch of the selection bar, which is no action. */
const BAR_SWITCH = 'selectionBar';
type Tool = ActionId | typeof BAR_SWITCH;

interface ToolGroup {
  readonly tools: readonly Tool[];
  /** The least number of selected elements. */
  readonly from: 0 | 1 | 3;
}

const GROUPS: readonly ToolGroup[] = [
  { tools: ['copy', 'paste', 'delete'], from: 0 },
  { tools: ['rotate', 'lock'], from: 0 },
  { tools: [BAR_SWITCH, 'grid', 'canvasLock'], from: 0 },
  { tools: ALIGN_ACTIONS, from: 1 },
  { tools: ORDER_ACTIONS, from: 1 },
  { tools: DISTRIBUTE_ACTIONS, from: 3 },
];

/** The button for the groups that do not fit, with the space around it. */
const MORE_PX = 40;

/**
 * Permanent groups are first. Groups for a selection keep their space while they are hidden: a strip that wrapped with the
 * selection would move the canvas under the pointer. Groups that do not fit are in a menu.
 */
export function ToolStrip(): JSX.Element {
  const { t } = useTranslation('editor');
  const bar = useRef<HTMLDivElement>(null);
  const keys = useToolbarKeys(bar, 'horizontal');
  const selected = useEditorState((s) => Math.min(3, s.selection.length));
  const count = useFittingGroups(bar, MORE_PX);
  return (
    <div ref={bar} className="ed-strip" data-region="tools" role="toolbar" aria-label={t('frame.tools')} {...keys}>
      {GROUPS.map(({ tools, from }, i) => (
        <div
          key={tools[0]}
          data-group=""
          data-out={i >= count}
          className={selected < from ? 'ed-strip-group ed-strip-idle' : 'ed-strip-group'}
        >
          {tools.map((tool) =>
            tool === BAR_SWITCH ? <SelectionBarSwitch key={tool} /> : <ActionButton key={tool} id={tool} />,
          )}
        </div>
      ))}
      {count < GROUPS.length ? <MoreTools groups={GROUPS.slice(count)} /> : null}
      <SideButtons />
    </div>
  );
}

function MoreTools({ groups }: { readonly groups: readonly ToolGroup[] }): JSX.Element {
  const { t } = useTranslation('editor');
  const { perform } = useActions();
  const [barShown, setBarShown] = useSelectionBarShown();
  const gridOn = useEditorState((s) => s.gridShown);
  const lockOn = useEditorState((s) => s.canvasLock);
  const on: Readonly<Partial<Record<Tool, boolean>>> = { [BAR_SWITCH]: barShown, grid: gridOn, canvasLock: lockOn };

  function item(tool: Tool): { key: string; icon: JSX.Element; label: string; extra: string } {
    const { icon = 'more', chords } = tool === BAR_SWITCH ? { icon: 'bar' as const, chords: [] } : actionInfo(tool);
    const [chord] = chords;
    return {
      key: tool,
      icon: <Icon name={icon} size={16} />,
      label: t(tool === BAR_SWITCH ? 'bar.label' : `action.${tool}`),
      extra: on[tool] === true ? '✓' : chord === undefined ? '' : formatChord(chord, isMac()),
    };
  }
  const items = groups.flatMap(({ tools }, i) => [
    ...(i === 0 ? [] : [{ type: 'divider' as const }]),
    ...tools.map(item),
  ]);
  return (
    // A click on it opens the menu, which takes the focus; the toolbar would move it to the canvas.
    <div className="ed-strip-group" onClick={(event) => event.stopPropagation()}>
      <ButtonMenu
        menu={{
          items,
          onClick: ({ key, domEvent }) => {
            if (key === BAR_SWITCH) setBarShown(!barShown);
            else perform(key as ActionId);
            // As after a click on a tool; after a key the focus is on the button again.
            if (domEvent.type === 'click' && domEvent.nativeEvent instanceof MouseEvent) focusCanvas();
          },
        }}
      >
        <button
          type="button"
          className="ed-tool"
          aria-label={t('frame.more')}
          title={t('frame.more')}
          data-testid="more-tools"
        >
          <Icon name="more" />
        </button>
      </ButtonMenu>
    </div>
  );
}

/** Shows or hides the bar next to the selection. */
function SelectionBarSwitch(): JSX.Element {
  const { t } = useTranslation('editor');
  const [shown, setShown] = useSelectionBarShown();
  return <SwitchButton label={t('bar.label')} icon="bar" on={shown} testId="selection-bar-shown" onChange={setShown} />;
}

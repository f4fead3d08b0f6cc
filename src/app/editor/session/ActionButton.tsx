import { Tooltip } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptFocus } from '#app/ui/focus/kept-focus.ts';
import { Icon, type IconName } from '../widgets/icons.tsx';
import { formatChord, isMac } from './chords.ts';
import { actionInfo, type ActionId } from './action-table.ts';
import { useActions } from './actions.tsx';
import { useEditorState } from './editor-session.tsx';

export interface ActionButtonProps {
  readonly id: ActionId;
  readonly icon?: IconName;
  readonly label?: string;
  readonly pressed?: boolean;
  readonly testId?: string;
}

/** A tool: its icon, with its name and shortcut in a tooltip. */
export function ActionButton({ id, icon, label, pressed, testId }: ActionButtonProps): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { perform } = useActions();
  const info = actionInfo(id);
  const dim = useEditorState((s) => info.dim?.(s) ?? false);
  const disabled = useEditorState((s) => info.disabled?.(s) ?? false);
  const kept = useKeptFocus(disabled);
  const hidden = useEditorState((s) => info.hidden?.(s) ?? false);
  const on = useEditorState((s) => info.on?.(s));
  const name = label ?? t(`action.${id}`);
  const active = pressed ?? on;
  const [chord] = info.chords;
  if (hidden) return null;
  return (
    <Tooltip
      mouseEnterDelay={0.4}
      title={
        <span className="ed-tooltip">
          {name}
          {chord === undefined ? null : <kbd>{formatChord(chord, isMac())}</kbd>}
        </span>
      }
    >
      <button
        type="button"
        className={dim ? 'ed-tool ed-dim' : 'ed-tool'}
        aria-label={name}
        {...(active === undefined ? {} : { 'aria-pressed': active })}
        {...kept}
        data-testid={testId ?? `action-${id}`}
        onClick={() => (disabled ? undefined : perform(id))}
      >
        <Icon name={icon ?? info.icon ?? 'more'} />
      </button>
    </Tooltip>
  );
}

import { memo, useCallback, useEffect, useRef, type JSX, type NamedExoticComponent } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptFocus } from '#app/ui/focus/kept-focus.ts';
import { tooltip } from '#app/ui/tooltips.tsx';
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
export const ActionButton: NamedExoticComponent<ActionButtonProps> = memo(function ActionButton({
  id,
  icon,
  label,
  pressed,
  testId,
}: ActionButtonProps): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { perform } = useActions();
  const info = actionInfo(id);
  const dim = useEditorState((s) => info.dim?.(s) ?? false);
  const disabled = useEditorState((s) => info.disabled?.(s) ?? false);
  const hidden = useEditorState((s) => info.hidden?.(s) ?? false);
  const on = useEditorState((s) => info.on?.(s));
  const latest = useRef(perform);
  useEffect(() => void (latest.current = perform), [perform]);
  const press = useCallback(() => latest.current(id), [id]);
  const [chord] = info.chords;
  if (hidden) return null;
  return (
    <ToolButton
      name={label ?? t(`action.${id}`)}
      chord={chord === undefined ? '' : formatChord(chord, isMac())}
      icon={icon ?? info.icon ?? 'more'}
      active={pressed ?? on}
      dim={dim}
      disabled={disabled}
      testId={testId ?? `action-${id}`}
      onPress={press}
    />
  );
});

interface ToolButtonProps {
  readonly name: string;
  /** The shortcut as it is shown; empty for none. */
  readonly chord: string;
  readonly icon: IconName;
  /** Undefined for a tool that is no switch. */
  readonly active: boolean | undefined;
  readonly dim: boolean;
  readonly disabled: boolean;
  readonly testId: string;
  onPress(): void;
}

/** Renders only when it looks different: a step of undo concerns all tools. */
const ToolButton = memo(function ToolButton({
  name,
  chord,
  icon,
  active,
  dim,
  disabled,
  testId,
  onPress,
}: ToolButtonProps): JSX.Element {
  const kept = useKeptFocus(disabled);
  return (
    <button
      {...tooltip(name, chord)}
      type="button"
      className={dim ? 'ed-tool ed-dim' : 'ed-tool'}
      aria-label={name}
      {...(active === undefined ? {} : { 'aria-pressed': active })}
      {...kept}
      data-testid={testId}
      onClick={() => (disabled ? undefined : onPress())}
    >
      <Icon name={icon} />
    </button>
  );
});

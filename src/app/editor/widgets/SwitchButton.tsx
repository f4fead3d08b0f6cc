import type { JSX } from 'react';
import { tooltip } from '#app/ui/tooltips.tsx';
import { Icon, type IconName } from './icons.tsx';

interface SwitchButtonProps {
  readonly label: string;
  readonly icon: IconName;
  readonly on: boolean;
  readonly testId: string;
  /** For the status bar. */
  readonly small?: boolean;
  onChange(on: boolean): void;
}

/** A toggle button that shows or hides a part of the editor. */
export function SwitchButton({ label, icon, on, testId, small = false, onChange }: SwitchButtonProps): JSX.Element {
  return (
    <button
      {...tooltip(label)}
      type="button"
      className={small ? 'ed-tool ed-tool-small' : 'ed-tool'}
      aria-label={label}
      aria-pressed={on}
      data-testid={testId}
      onClick={() => onChange(!on)}
    >
      <Icon name={icon} {...(small ? { size: 16 } : {})} />
    </button>
  );
}

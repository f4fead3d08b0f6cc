import { useRef, type JSX } from 'react';

export interface NameInputProps {
  readonly name: string;
  readonly label: string;
  readonly testId: string;
  readonly maxLength?: number;
  /** Called once, with the typed name; null after Esc. */
  onName(name: string | null): void;
}

/** A field that names a thing in its place. It has the focus; Enter or leaving it confirms, Esc cancels. */
export function NameInput({ name, label, testId, maxLength, onName }: NameInputProps): JSX.Element {
  /** Esc and Enter remove the field, which then loses the focus. */
  const ended = useRef(false);
  function end(to: string | null): void {
    if (ended.current) return;
    ended.current = true;
    onName(to);
  }
  return (
    <input
      className="ed-name-input"
      defaultValue={name}
      aria-label={label}
      data-testid={testId}
      maxLength={maxLength}
      ref={(field) => {
        if (field === null || document.activeElement === field) return;
        field.focus();
        field.select();
      }}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        event.preventDefault();
        event.stopPropagation();
        end(event.key === 'Enter' ? event.currentTarget.value : null);
      }}
      onBlur={(event) => end(event.currentTarget.value)}
    />
  );
}

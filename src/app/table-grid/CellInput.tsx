import { useRef, type JSX } from 'react';

interface CellInputProps {
  readonly label: string;
  readonly text: string;
  /** Typing has begun with the text: it goes on behind it. Otherwise all of it is chosen. */
  readonly isTyped: boolean;
  /** `move`: where the keys go afterwards. */
  onDone(text: string | null, move: 'stay' | 'down' | 'right' | 'left'): void;
}

/** The field in a cell that is being edited: Enter and Tab take the text, Escape leaves the cell as it was. */
export function CellInput({ label, text, isTyped, onDone }: CellInputProps): JSX.Element {
  const done = useRef(false);
  function end(taken: string | null, move: 'stay' | 'down' | 'right' | 'left'): void {
    // Taking the field away makes it lose the focus, which would take the text once more.
    if (done.current) return;
    done.current = true;
    onDone(taken, move);
  }
  return (
    <input
      ref={(field) => {
        if (field === null || field.ownerDocument.activeElement === field) return;
        field.focus();
        if (isTyped) field.setSelectionRange(text.length, text.length);
        else field.select();
      }}
      className="tg-input"
      aria-label={label}
      data-testid="cell-input"
      defaultValue={text}
      onBlur={(event) => end(event.target.value, 'stay')}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        // Enter ends a word of an input method first.
        if (event.nativeEvent.isComposing) return;
        const { value } = event.currentTarget;
        if (event.key === 'Escape') end(null, 'stay');
        else if (event.key === 'Enter') end(value, 'down');
        else if (event.key === 'Tab') end(value, event.shiftKey ? 'left' : 'right');
        else return;
        event.preventDefault();
      }}
    />
  );
}

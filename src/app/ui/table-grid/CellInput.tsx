import { useEffect, useEffectEvent, useLayoutEffect, useRef, type JSX } from 'react';

/** Where the keys go when the cell is done: to it, to one beside it, nowhere in the grid, or to the grid where it is scrolled to. */
export type Move = 'stay' | 'down' | 'right' | 'left' | 'away' | 'here';

interface CellInputProps {
  readonly label: string;
  readonly text: string;
  /** Typing has begun with the text: it goes on behind it. Otherwise all of it is chosen. */
  readonly isTyped: boolean;
  /** Null leaves the cell as it was. */
  onDone(text: string | null, move: Move): void;
}

/**
 * The field in a cell that is being edited: Enter and Tab take the text, Escape leaves the cell as it was. A field that goes
 * away because its row is scrolled out of sight gives its text, too.
 */
export function CellInput({ label, text, isTyped, onDone }: CellInputProps): JSX.Element {
  const done = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  function end(taken: string | null, move: Move): void {
    // Taking the field away makes it lose the focus, which would take the text once more.
    if (done.current) return;
    done.current = true;
    onDone(taken, move);
  }
  const begin = useEffectEvent((field: HTMLInputElement): void => {
    field.focus();
    if (isTyped) field.setSelectionRange(text.length, text.length);
    else field.select();
  });
  const leave = useEffectEvent((text: string): void => end(text, 'here'));
  useLayoutEffect(() => {
    if (input.current !== null) begin(input.current);
  }, []);
  useEffect(() => {
    const field = input.current;
    // A rehearsed unmount leaves it where it is.
    return () => {
      if (field?.isConnected === false) leave(field.value);
    };
  }, []);
  return (
    <input
      ref={input}
      className="tg-input"
      aria-label={label}
      data-testid="cell-input"
      defaultValue={text}
      onBlur={(event) => end(event.target.value, 'away')}
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

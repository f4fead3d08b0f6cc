import { useEffect, useEffectEvent, useLayoutEffect, useRef, type JSX } from 'react';

/**
 * Where the keyboard focus moves after editing: the cell, a neighbor, out of the grid, or the grid at its current scroll
 * position.
 */
export type Move = 'stay' | 'down' | 'right' | 'left' | 'away' | 'here';

interface CellInputProps {
  readonly label: string;
  readonly text: string;
  /** Whether typing started with the text: the caret is then at its end. Otherwise all of it is selected. */
  readonly isTyped: boolean;
  /** Null leaves the cell unchanged. */
  onDone(text: string | null, move: Move): void;
}

/**
 * The field of a cell that is being edited: Enter and Tab commit the text, Escape cancels. A field that unmounts because
 * its row is scrolled out of view commits its text, too.
 */
export function CellInput({ label, text, isTyped, onDone }: CellInputProps): JSX.Element {
  const done = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  function end(taken: string | null, move: Move): void {
    // Removing the field makes it lose the focus, which would commit the text again.
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
    // An unmount in strict mode does not commit.
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
        // Enter first ends the composition of an input method.
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

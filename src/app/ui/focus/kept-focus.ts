import { useState } from 'react';

/** For a button: what is given to its element. */
export interface KeptFocus {
  readonly disabled: boolean;
  readonly 'aria-disabled': boolean;
  onFocus(): void;
  onBlur(): void;
}

/**
 * For a button that its own press can disable, such as Undo: while it has the focus it is disabled in name only and keeps the
 * focus, so that the next press acts on nothing. Its handler has to do nothing then.
 */
export function useKeptFocus(disabled: boolean): KeptFocus {
  const [hasFocus, setFocus] = useState(false);
  return {
    disabled: disabled && !hasFocus,
    'aria-disabled': disabled,
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  };
}

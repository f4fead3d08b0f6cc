import { useState } from 'react';

/** The props for a button's element. */
export interface KeptFocus {
  readonly disabled: boolean;
  readonly 'aria-disabled': boolean;
  onFocus(): void;
  onBlur(): void;
}

/**
 * For a button that may be disabled by its own press, such as Undo: while focused it is only marked as disabled and keeps
 * the focus, so that the next press does nothing. Its handler has to do nothing then.
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

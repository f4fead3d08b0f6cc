import { Button, type ButtonProps } from 'antd';
import type { ReactElement } from 'react';
import { useKeptFocus } from './kept-focus.ts';

/** A button that may be disabled by its own press: it keeps the focus then ({@link useKeptFocus}). */
export function KeptButton({ disabled = false, onClick, ...props }: ButtonProps): ReactElement {
  const kept = useKeptFocus(disabled);
  return <Button {...props} {...kept} {...(disabled || onClick === undefined ? {} : { onClick })} />;
}

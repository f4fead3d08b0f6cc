import { Button, type ButtonProps } from 'antd';
import type { ReactElement } from 'react';
import { useKeptFocus } from './kept-focus.ts';

/** A button that its own press can disable: it keeps the focus then ({@link useKeptFocus}). */
export function KeptButton({ disabled = false, onClick, ...props }: ButtonProps): ReactElement {
  const kept = useKeptFocus(disabled);
  return <Button {...props} {...kept} {...(disabled || onClick === undefined ? {} : { onClick })} />;
}

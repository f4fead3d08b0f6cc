import type { ReactElement } from 'react';
import { Button, type ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router-dom';

type LinkButtonProps = Pick<ButtonProps, 'size' | 'block' | 'children'> & {
  /** An address of the application. */
  readonly to: string;
};

/** A link to another screen that looks like the main button: one tab stop, where a button inside a link has two. */
export function LinkButton({ to, ...props }: LinkButtonProps): ReactElement {
  return <Button type="primary" {...props} href={useHref(to)} onClick={useLinkClickHandler<HTMLElement>(to)} />;
}

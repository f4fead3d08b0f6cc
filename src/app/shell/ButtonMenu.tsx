import { Dropdown, type DropdownProps } from 'antd';
import { useRef, type ReactElement } from 'react';

export interface ButtonMenuProps {
  readonly menu: NonNullable<DropdownProps['menu']>;
  readonly placement?: NonNullable<DropdownProps['placement']>;
  /** The button that opens it. */
  readonly children: ReactElement;
}

/**
 * A menu under a button. Opened by mouse or key it has the focus, so that arrow keys, Enter and Esc work in it; when
 * it closes, the button has the focus again.
 */
export function ButtonMenu({ menu, placement, children }: ButtonMenuProps): ReactElement {
  const before = useRef<Element | null>(null);
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      destroyOnHidden
      {...(placement === undefined ? {} : { placement })}
      menu={{
        ...menu,
        onKeyDown(event) {
          // The focus moves while the key is down: without this, Enter would then press the button and open the menu again.
          if (event.key === 'Enter' || event.key === ' ') event.preventDefault();
        },
      }}
      onOpenChange={(open) => {
        if (open) before.current = document.activeElement;
        // A press elsewhere has its own focus; a command that opens a dialog takes the focus after this.
        else if (document.activeElement?.closest('.ant-dropdown') !== null && before.current instanceof HTMLElement) {
          before.current.focus();
        }
      }}
    >
      {children}
    </Dropdown>
  );
}

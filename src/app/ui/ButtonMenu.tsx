import { Dropdown, type DropdownProps } from 'antd';
import { useRef, type ReactElement } from 'react';

type Menu = NonNullable<DropdownProps['menu']>;
type Items = NonNullable<Menu['items']>;

export interface ButtonMenuProps {
  readonly menu: Omit<Menu, 'items'> & {
    /** A function is called when the menu opens: for long lists. */
    readonly items: Items | (() => Items);
  };
  readonly placement?: NonNullable<DropdownProps['placement']>;
  /** The button that opens the menu. */
  readonly children: ReactElement;
}

/**
 * A menu of a button. It takes the focus when it opens, so that arrow keys, Enter and Esc work in it, and returns it to the
 * button when it closes.
 */
export function ButtonMenu({ menu, placement, children }: ButtonMenuProps): ReactElement {
  const { items, ...rest } = menu;
  const before = useRef<Element | null>(null);
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      destroyOnHidden
      {...(placement === undefined ? {} : { placement })}
      menu={{
        // The right arrow key looks for the entries of the submenu a few frames later, and fails if a busy machine has not
        // rendered them yet.
        forceSubMenuRender: true,
        ...rest,
        get items() {
          return typeof items === 'function' ? items() : items;
        },
        onKeyDown(event) {
          // Closing moves the focus to the button while the key is still down: Enter would then open the menu again.
          if (event.key === 'Enter' || event.key === ' ') event.preventDefault();
        },
      }}
      onOpenChange={(open) => {
        if (open) before.current = document.activeElement;
        // A press elsewhere has already moved the focus; a dialog opened by a command takes it later.
        else if (document.activeElement?.closest('.ant-dropdown') !== null && before.current instanceof HTMLElement) {
          before.current.focus();
        }
      }}
    >
      {children}
    </Dropdown>
  );
}

import type { ReactNode } from 'react';

/** An item that performs a command. */
export interface MenuCommand {
  readonly type: 'command';
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** The equivalent keys, as shown: `Ctrl+C`. */
  readonly shortcut: string | null;
  readonly disabled: boolean;
  readonly danger?: boolean;
}

/** An item that opens a submenu next to it. */
export interface Submenu {
  readonly type: 'submenu';
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabled: boolean;
  readonly entries: readonly MenuEntry[];
}

export type MenuLine = MenuCommand | Submenu;
export type MenuEntry = MenuLine | { readonly type: 'divider' };

/** The focusable items. Disabled ones are included, so that screen readers read them (ARIA practices). */
export function menuLines(entries: readonly MenuEntry[]): readonly MenuLine[] {
  return entries.filter((entry) => entry.type !== 'divider');
}

/**
 * The item that an arrow, Home or End moves the focus to from item `from` (-1: no item has it); null for any other key.
 */
export function lineForKey(key: string, from: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (from + 1) % count;
    case 'ArrowUp':
      return from <= 0 ? count - 1 : from - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/**
 * The item that typed letters lead to; null if no label starts with them. One letter continues after `from`, so that typing
 * it again cycles through all items that start with it; more letters may stay on the same item.
 */
export function lineForText(lines: readonly MenuLine[], typed: string, from: number): number | null {
  const [letter = ''] = typed;
  const repeated = [...typed].every((each) => each === letter);
  const wanted = (repeated ? letter : typed).toLocaleLowerCase();
  const start = repeated ? from + 1 : Math.max(0, from);
  for (let i = 0; i < lines.length; i++) {
    const at = (start + i) % lines.length;
    if (lines[at]?.label.toLocaleLowerCase().startsWith(wanted) === true) return at;
  }
  return null;
}

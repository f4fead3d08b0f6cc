import type { ReactNode } from 'react';

/** A line that does something when it is chosen. */
export interface MenuCommand {
  readonly type: 'command';
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** The keys that do the same, as they are shown: `Ctrl+C`. */
  readonly shortcut: string | null;
  readonly disabled: boolean;
  readonly danger?: boolean;
}

/** A line that opens more lines beside it. */
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

/** The lines that can have the focus. Disabled ones can too, so that screen readers read them (ARIA practices). */
export function menuLines(entries: readonly MenuEntry[]): readonly MenuLine[] {
  return entries.filter((entry) => entry.type !== 'divider');
}

/** Where an arrow, Home or End moves the focus from line `from` (-1: no line has it); null for any other key. */
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
 * The line that typed letters lead to; null when no label begins with them. One letter goes on from the line after
 * `from`, so that typing it again goes through all lines that begin with it; more letters may stay on the same line.
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

import { useEffect, useLayoutEffect, useRef, useState, type JSX } from 'react';
import { startTimer, stopTimer } from '#services/idle.ts';
import { lineForKey, lineForText, menuLines, type MenuEntry, type MenuLine } from './menu-entries.ts';

/** Letters typed within this time of each other are one search word. */
const WORD_MS = 500;
/** A submenu opens after the pointer has been on its item for this long: passing over the item does not open it. */
const HOVER_MS = 100;
/** Distance of a submenu from the window's edges. */
const MARGIN_PX = 5;

export interface MenuListProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** The item that gets the focus when the menu opens; null for the menu itself, if the pointer has opened it. */
  readonly firstLine: number | null;
  onChoose(key: string): void;
  /** Called for Esc, and in a submenu for the left arrow: the focus returns to the opener of the menu. */
  onBack(): void;
  /** Called for Tab, which closes the menu with all submenus. */
  onLeave(): void;
}

/**
 * A menu by the ARIA practices: arrows, Home and End move through the items, letters move to the item that starts with
 * them, Enter and Space activate, the right and left arrows open and close a submenu.
 */
export function MenuList(props: MenuListProps): JSX.Element {
  return <Lines {...props} className="ed-menu-list" submenu={false} byHover={false} />;
}

interface LinesProps extends MenuListProps {
  readonly className: string;
  readonly submenu: boolean;
  /** Whether the pointer has opened it by resting on its item. */
  readonly byHover: boolean;
}

function Lines(props: LinesProps): JSX.Element {
  const { label, entries, firstLine, onChoose, onBack, onLeave, className, submenu, byHover } = props;
  const lines = menuLines(entries);
  const list = useRef<HTMLUListElement>(null);
  const items = useRef(new Map<string, HTMLLIElement>());
  const [opened, setOpened] = useState<{ readonly key: string; readonly by: 'key' | 'click' | 'hover' } | null>(null);
  const word = useRef({ text: '', at: 0 });
  const hover = useRef(0);
  /** The item under the pointer, until a key moves to another one. */
  const hovered = useRef<string | null>(null);

  const focusLine = (index: number): void => {
    const line = lines[index];
    if (line !== undefined) items.current.get(line.key)?.focus();
  };
  useLayoutEffect(() => {
    // By now the items are visible: an invisible element can't get the focus.
    if (firstLine === null) list.current?.focus();
    else focusLine(firstLine);
    // This effect runs only when the menu opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useEffect(() => () => stopTimer(hover.current), []);
  useLayoutEffect(() => {
    // In a small window it covers its item: a click that was on its way would choose something of it.
    if (submenu && list.current !== null && placeSubmenu(list.current) && byHover) onBack();
    // This effect runs only when the menu opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function activate(line: MenuLine, by: 'key' | 'click'): void {
    if (line.disabled) return;
    stopTimer(hover.current);
    if (line.type === 'submenu') setOpened({ key: line.key, by });
    else onChoose(line.key);
  }

  function onKeyDown(event: React.KeyboardEvent): void {
    hovered.current = null;
    const at = lines.findIndex((line) => items.current.get(line.key) === event.target);
    // Keys pressed in an open submenu bubble up to here; the submenu has already handled them.
    if (at < 0 && event.target !== list.current) return;
    const line = lines[at];
    const next = lineForKey(event.key, at, lines.length);
    if (next !== null) focusLine(next);
    else if ((event.key === 'Enter' || event.key === ' ') && line !== undefined) activate(line, 'key');
    else if (event.key === 'ArrowRight' && line?.type === 'submenu') activate(line, 'key');
    else if (event.key === 'Escape' || (event.key === 'ArrowLeft' && submenu)) onBack();
    else if (event.key === 'Tab') onLeave();
    else if (isLetter(event)) {
      // The time of the key press, not of its handling by a busy page.
      const now = event.timeStamp;
      word.current = { text: now - word.current.at < WORD_MS ? word.current.text + event.key : event.key, at: now };
      const found = lineForText(lines, word.current.text, at);
      if (found !== null) focusLine(found);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A menu that opens under a resting pointer keeps the keyboard focus: only a move takes it. */
  function onPointerMove(line: MenuLine, event: React.PointerEvent): void {
    const item = items.current.get(line.key);
    const isOwn = event.target instanceof Element && event.target.closest('[role="menuitem"]') === item;
    if (!isOwn || hovered.current === line.key || (event.movementX === 0 && event.movementY === 0)) return;
    hovered.current = line.key;
    item?.focus();
    stopTimer(hover.current);
    hover.current = startTimer(
      () => setOpened(line.type === 'submenu' && !line.disabled ? { key: line.key, by: 'hover' } : null),
      HOVER_MS,
    );
  }

  return (
    <ul
      ref={list}
      className={className}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      data-testid={submenu ? 'context-submenu' : undefined}
    >
      {entries.map((entry, i) =>
        entry.type === 'divider' ? (
          // Dividers have no key of their own: they never move.
          // eslint-disable-next-line react/no-array-index-key
          <li key={`divider-${i}`} role="separator" className="ed-menu-divider" />
        ) : (
          <li
            key={entry.key}
            ref={(item) => void (item === null ? items.current.delete(entry.key) : items.current.set(entry.key, item))}
            role="menuitem"
            tabIndex={-1}
            className={
              entry.type === 'command' && entry.danger === true ? 'ed-menu-item ed-menu-danger' : 'ed-menu-item'
            }
            aria-disabled={entry.disabled}
            {...(entry.type === 'submenu'
              ? {
                  // Otherwise its name would be the content of its menu.
                  'aria-label': entry.label,
                  'aria-haspopup': 'menu' as const,
                  'aria-expanded': opened?.key === entry.key,
                }
              : entry.shortcut === null
                ? {}
                : { 'aria-keyshortcuts': entry.shortcut })}
            data-testid={`menu-${entry.key}`}
            onPointerMove={(event) => onPointerMove(entry, event)}
            onClick={(event) => {
              event.stopPropagation();
              activate(entry, 'click');
            }}
          >
            <span className="ed-menu-icon" aria-hidden>
              {entry.icon}
            </span>
            <span className="ed-menu-label">{entry.label}</span>
            {entry.type === 'submenu' ? (
              <span className="ed-menu-arrow" aria-hidden />
            ) : entry.shortcut === null ? null : (
              <kbd aria-hidden>{entry.shortcut}</kbd>
            )}
            {entry.type === 'submenu' && opened?.key === entry.key ? (
              <Lines
                className="ed-menu-list ed-submenu"
                submenu
                label={entry.label}
                entries={entry.entries}
                byHover={opened.by === 'hover'}
                firstLine={opened.by === 'key' ? 0 : null}
                onChoose={onChoose}
                onBack={() => {
                  setOpened(null);
                  items.current.get(entry.key)?.focus();
                }}
                onLeave={onLeave}
              />
            ) : null}
          </li>
        ),
      )}
    </ul>
  );
}

function isLetter(event: React.KeyboardEvent): boolean {
  return [...event.key].length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/**
 * Places a submenu in the window: to the right of its item, otherwise to the left, otherwise over it; moved up if it would
 * extend below the window. Returns whether it is over its item.
 */
function placeSubmenu(list: HTMLElement): boolean {
  const line = list.closest('.ed-menu-item')?.getBoundingClientRect();
  if (line === undefined) return false;
  const { width, height } = list.getBoundingClientRect();
  const right = window.innerWidth - MARGIN_PX - width;
  const left = line.right <= right ? line.right : line.left - width;
  const top = Math.min(line.top - MARGIN_PX, window.innerHeight - MARGIN_PX - height);
  const at = Math.max(MARGIN_PX, Math.min(left, right));
  list.style.left = `${at}px`;
  list.style.top = `${Math.max(MARGIN_PX, top)}px`;
  // By more than a rounding error.
  return at < line.right - 1 && at + width > line.left + 1;
}

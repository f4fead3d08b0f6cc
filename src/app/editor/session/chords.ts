/**
 * A key combination of a shortcut, by the key's physical position: the same on every layout, except for plus and minus.
 */
export interface Chord {
  /** `KeyboardEvent.code`. */
  readonly code: string;
  /** Ctrl, or Cmd on a Mac. */
  readonly control?: boolean;
  readonly shift?: boolean;
  readonly alt?: boolean;
}

type KeyPress = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

export function matchesChord(event: KeyPress, chord: Chord): boolean {
  const control = event.ctrlKey || event.metaKey;
  const sign = control && !event.altKey ? SIGN_CODES[event.key] : undefined;
  return (
    (sign ?? event.code) === chord.code &&
    control === (chord.control ?? false) &&
    (sign === undefined && event.shiftKey) === (chord.shift ?? false) &&
    event.altKey === (chord.alt ?? false)
  );
}

/** The place of a key press, and the user's setting. */
interface KeyPlace {
  readonly onCanvas: boolean;
  /** Whether single-key shortcuts are on. */
  readonly singleKeys: boolean;
}

/**
 * Whether the shortcut of these keys applies here. Without Ctrl, Cmd or Alt a key applies to the canvas only, and one that
 * writes a character only while single-key shortcuts are on (WCAG 2.2, 2.1.4). Function keys apply everywhere.
 */
export function actsHere(event: KeyPress, { onCanvas, singleKeys }: KeyPlace): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || /^F\d+$/.test(event.code)) return true;
  return onCanvas && (singleKeys || [...event.key].length !== 1);
}

/**
 * Plus and minus zoom at any position on the keyboard: on a Spanish or German one, plus is where others have a bracket, and
 * the meaning of Ctrl and plus is known from every other program. Some need Shift for it.
 */
const SIGN_CODES: Readonly<Record<string, string>> = { '+': 'Equal', '-': 'Minus' };

const KEY_NAMES: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Quote: "'",
  Semicolon: ';',
  Slash: '/',
  Period: '.',
  Comma: ',',
  Minus: '−',
  Equal: '+',
  Escape: 'Esc',
  Delete: 'Del',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Tab: 'Tab',
  Enter: '↵',
  F1: 'F1',
};

export function formatChord(chord: Chord, mac: boolean): string {
  const key = KEY_NAMES[chord.code] ?? chord.code.replace(/^(Key|Digit)/, '');
  const parts = [
    ...(chord.control === true ? [mac ? '⌘' : 'Ctrl'] : []),
    ...(chord.alt === true ? [mac ? '⌥' : 'Alt'] : []),
    ...(chord.shift === true ? [mac ? '⇧' : 'Shift'] : []),
    key,
  ];
  return parts.join(mac ? '' : '+');
}

export function isMac(): boolean {
  return /Mac|iP(hone|ad|od)/.test(navigator.platform);
}

/**
 * Whether the event belongs to any open dialog. One that has just closed keeps the focus until the next frame: keys pressed
 * in that time no longer belong to it.
 */
export function belongsToDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.ant-modal-wrap')?.checkVisibility() === true;
}

/** True if keys belong to the focused element: a field, an open list, a dialog. */
export function belongsToField(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target
      .closest(
        'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="dialog"], [role="combobox"], [role="menu"]',
      )
      ?.checkVisibility() === true
  );
}

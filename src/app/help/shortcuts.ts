/** Specification 1, section 9. */
export const SHORTCUTS: readonly { readonly action: string; readonly keys: readonly string[] }[] = [
  { action: 'selectAll', keys: ['Ctrl', 'A'] },
  { action: 'copy', keys: ['Ctrl', 'C'] },
  { action: 'paste', keys: ['Ctrl', 'V'] },
  { action: 'lock', keys: ['Ctrl', 'L'] },
  { action: 'undo', keys: ['Ctrl', 'Z'] },
  { action: 'redo', keys: ['Ctrl', 'Y'] },
  { action: 'save', keys: ['Ctrl', 'S'] },
  { action: 'download', keys: ['Ctrl', 'Shift', 'S'] },
  { action: 'print', keys: ['Ctrl', 'P'] },
  { action: 'grid', keys: ['Ctrl', "'"] },
  { action: 'delete', keys: ['Delete'] },
  { action: 'nudge', keys: ['←', '↑', '→', '↓'] },
];

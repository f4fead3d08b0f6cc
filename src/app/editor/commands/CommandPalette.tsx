import { Modal } from 'antd';
import { useEffect, useId, useMemo, useRef, useState, type JSX, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { offeredEntries, type PaletteEntry } from './palette-entries.ts';
import { usePaletteEntries } from './use-palette-entries.tsx';
import { parseStored, readStored, writeStored } from '#app/state/browser-storage.ts';
import './command-palette.css';

export interface CommandPaletteProps {
  onClose(): void;
}

/** Every action of the editor, searchable; also every element. */
export function CommandPalette({ onClose }: CommandPaletteProps): JSX.Element {
  const { t } = useTranslation('commands');
  const entries = usePaletteEntries();
  const [recent] = useState(readRecent);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const offered = useMemo(() => offeredEntries(entries, typed, recent), [entries, typed, recent]);
  const active = Math.min(at, offered.length - 1);

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function choose(entry: PaletteEntry | undefined): void {
    if (entry === undefined || entry.why !== null) return;
    if (!entry.key.startsWith('element:')) rememberCommand(entry.key);
    onClose();
    entry.run();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const count = Math.max(1, offered.length);
    const to = { ArrowDown: (active + 1) % count, ArrowUp: (active - 1 + count) % count }[event.key];
    if (to !== undefined) setAt(to);
    else if (event.key === 'Enter') choose(offered[active]);
    // The keys that open it close it too.
    else if (event.code === 'KeyK' && (event.ctrlKey || event.metaKey)) onClose();
    else return;
    event.preventDefault();
  }
  return (
    <Modal
      open
      title={t('title')}
      footer={null}
      closable={false}
      width={560}
      className="ed-commands"
      onCancel={onClose}
      afterOpenChange={(open) => {
        if (open) field.current?.focus();
      }}
    >
      <input
        ref={field}
        autoFocus
        className="ed-commands-field"
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        aria-label={t('title')}
        placeholder={t('search')}
        data-testid="commands-field"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} id={`${id}-list`} className="ed-commands-list" role="listbox" aria-label={t('title')}>
        {offered.map((entry, index) => (
          <li
            key={entry.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            aria-disabled={entry.why !== null}
            data-testid="command"
            data-key={entry.key}
            onPointerMove={() => setAt(index)}
            onClick={() => choose(entry)}
          >
            <span className="ed-commands-icon" aria-hidden>
              {entry.icon}
            </span>
            <span className="ed-commands-label">
              {entry.label}
              {entry.why === null ? null : <small>{entry.why}</small>}
            </span>
            {entry.shortcut === null ? null : <kbd>{entry.shortcut}</kbd>}
          </li>
        ))}
      </ul>
      {offered.length > 0 ? null : (
        <p className="ed-commands-none" role="status">
          {t('none')}
        </p>
      )}
    </Modal>
  );
}

const KEY = 'recentCommands';
const MOST = 8;

/** The keys of the commands used last in the palette, latest first. */
function readRecent(): readonly string[] {
  const stored = parseStored(readStored(KEY));
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string').slice(0, MOST) : [];
}

function rememberCommand(key: string): void {
  writeStored(KEY, JSON.stringify([key, ...readRecent().filter((each) => each !== key)].slice(0, MOST)));
}

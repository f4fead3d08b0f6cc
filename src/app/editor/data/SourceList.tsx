import { useId, useRef, type JSX, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { tooltip } from '#app/ui/tooltips.tsx';
import type { DataSource } from '#model/elements/base/content.ts';
import type { ContentSlot } from '#editor/commands/content.ts';
import { addSource, moveSource, removeSource } from '#editor/commands/sources.ts';
import { Icon, type IconName } from '../widgets/icons.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorState } from '../session/editor-session.tsx';
import { SOURCE_ICONS, sourceName } from './source-name.ts';

interface SourceListProps {
  readonly slot: ContentSlot;
  readonly sources: readonly DataSource[];
  /** The source whose fields are shown. */
  readonly chosen: number;
  onChoose(index: number): void;
}

const NEAREST: ScrollIntoViewOptions = { block: 'nearest' };

/**
 * The sources of a content, whose values are joined in this order, with buttons to add, remove and move them. The entries
 * are shown only if there are several (specification 2, section 2).
 */
export function SourceList({ slot, sources, chosen, onChoose }: SourceListProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { run } = useActions();
  const list = useRef<HTMLUListElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const several = sources.length > 1;
  const last = sources.length - 1;

  function choose(index: number): void {
    onChoose(index);
    // After it is marked as selected.
    requestAnimationFrame(() => list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView(NEAREST));
  }
  function add(): void {
    run(addSource(slot));
    choose(sources.length);
  }
  function remove(): void {
    run(removeSource(slot, chosen));
    choose(Math.min(chosen, last - 1));
    // Removing the second entry also removes the list, and the focus must not be lost with it.
    if (last === 1) head.current?.querySelector('button')?.focus();
  }
  function move(by: -1 | 1): void {
    if (chosen + by < 0 || chosen + by > last) return;
    run(moveSource(slot, chosen, by));
    choose(chosen + by);
  }
  const keys = { list, count: sources.length, chosen, onChoose: choose, move, remove };

  return (
    <div className="ed-sources" data-testid="source-list">
      <div className="ed-sources-head" ref={head}>
        <span>{several ? t('data.sourceCount', { count: sources.length }) : t('data.kind')}</span>
        <Tool name="zoomIn" label={t('data.addSource')} testId="source-add" onClick={add} />
        {several ? (
          <>
            <Tool name="trash" label={t('data.removeSource')} testId="source-remove" onClick={remove} />
            <Tool
              name="forward"
              label={t('data.moveUp')}
              testId="source-up"
              off={chosen === 0}
              onClick={() => move(-1)}
            />
            <Tool
              name="backward"
              label={t('data.moveDown')}
              testId="source-down"
              off={chosen === last}
              onClick={() => move(1)}
            />
          </>
        ) : null}
      </div>
      {several ? <Entries sources={sources} label={t('data.sources')} keys={keys} /> : null}
    </div>
  );
}

interface ListKeys {
  readonly list: React.RefObject<HTMLUListElement | null>;
  readonly count: number;
  readonly chosen: number;
  onChoose(index: number): void;
  move(by: -1 | 1): void;
  remove(): void;
}

/** One tab stop, like a list box: arrow keys select, with Alt they move, Delete removes. */
function Entries({
  sources,
  label,
  keys,
}: {
  readonly sources: readonly DataSource[];
  readonly label: string;
  readonly keys: ListKeys;
}): JSX.Element {
  const { t } = useTranslation('editor');
  const elements = useEditorState((s) => s.template.elements);
  const id = useId();
  const { list, chosen, onChoose } = keys;

  function onKeyDown(event: KeyboardEvent): void {
    const act = actOf(event, keys);
    if (act === null) return;
    event.preventDefault();
    act();
  }
  return (
    <ul
      ref={list}
      className="ed-sources-list"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={`${id}-${chosen}`}
      onKeyDown={onKeyDown}
    >
      {sources.map((source, index) => (
        <li
          // Sources have no ids: their order identifies them.
          key={index}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          className="ed-sources-entry"
          onClick={() => onChoose(index)}
        >
          <Icon name={SOURCE_ICONS[source.type]} size={16} />
          <span>{sourceName(t, source, elements)}</span>
        </li>
      ))}
    </ul>
  );
}

function actOf(event: KeyboardEvent, keys: ListKeys): (() => void) | null {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const { chosen, count, onChoose, move, remove } = keys;
  if (event.altKey) {
    if (event.key === 'ArrowUp') return () => move(-1);
    return event.key === 'ArrowDown' ? () => move(1) : null;
  }
  switch (event.key) {
    case 'ArrowUp':
      return () => onChoose(Math.max(0, chosen - 1));
    case 'ArrowDown':
      return () => onChoose(Math.min(count - 1, chosen + 1));
    case 'Home':
      return () => onChoose(0);
    case 'End':
      return () => onChoose(count - 1);
    case 'Delete':
    case 'Backspace':
      return remove;
    default:
      return null;
  }
}

interface ToolProps {
  readonly name: IconName;
  readonly label: string;
  readonly testId: string;
  /** It stays in place and keeps the focus, but does nothing. */
  readonly off?: boolean;
  onClick(): void;
}

function Tool({ name, label, testId, off = false, onClick }: ToolProps): JSX.Element {
  return (
    <button
      {...tooltip(label)}
      type="button"
      className={off ? 'ed-tool ed-tool-small ed-dim' : 'ed-tool ed-tool-small'}
      aria-label={label}
      aria-disabled={off}
      data-testid={testId}
      onClick={onClick}
    >
      <Icon name={name} size={16} />
    </button>
  );
}

import { Input } from 'antd';
import { useEffect, useId, useMemo, useRef, useState, type JSX, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupPath } from '#model/elements/base/group-path.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { isHidden, moveInOrder, rename, setHidden, setLocked } from '#editor/commands/layers.ts';
import { nextIndexForKey } from '#app/ui/choice/radio-keys.ts';
import { ActionButton } from '../session/ActionButton.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { pointedInList, pointedOnCanvas } from '../session/highlighted-element.ts';
import { useStore } from '#app/state/store.ts';
import { ClearIcon } from '#app/ui/SearchField.tsx';
import { GroupRow } from './GroupRow.tsx';
import {
  chosenLayers,
  dropIndex,
  layerLines,
  lineIds,
  lineKey,
  type ElementRow as Line,
  type LineKey,
} from './layer-lines.ts';
import { ElementRow } from './ElementRow.tsx';
import { CELLS } from './LayerRow.tsx';
import { useLayerDrag } from './use-layer-drag.ts';
import { useSettled } from '../session/use-settled.ts';
import { LINE_PX, VirtualList } from './VirtualList.tsx';

/** The row and cell with the keyboard focus; the row may no longer be there. */
interface Keys {
  readonly id: LineKey | null;
  readonly cell: number;
  /** The element that was selected last at that moment: a different one takes the keyboard focus. */
  readonly last: ElementId | null;
}

/** All elements in painting order, the front one first, under the heads of their groups. */
export function LayersPanel(): JSX.Element {
  const { t } = useTranslation(['side', 'editor']);
  const { editor } = useEditorSession();
  const { run, perform } = useActions();
  const elements = useSettled((s) => s.template.elements);
  const selection = useEditorState((s) => s.selection);
  const pointed = useStore(pointedOnCanvas);
  const [search, setSearch] = useState('');
  const [kept, setKept] = useState<Keys>({ id: null, cell: 0, last: null });
  const [anchor, setAnchor] = useState<LineKey | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<GroupPath>>(new Set());
  const [renaming, setRenaming] = useState<ElementId | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const lines = useMemo(
    () => layerLines(elements, search, (type) => t(`editor:type.${type}`), closed),
    [elements, search, t, closed],
  );
  const selected = useMemo(() => new Set(selection), [selection]);
  // An element selected elsewhere gets the keyboard focus next.
  const last = selection.at(-1) ?? null;
  const keys = kept.last === last || last === null ? kept : { id: last, cell: 0 };
  const setKeys = (id: LineKey, cell: number): void =>
    setKept({ id, cell, last: editor.state().selection.at(-1) ?? null });
  useEffect(() => () => pointedInList.set(null), []);
  const active = lines.findIndex((line) => lineKey(line) === keys.id);
  const drag = useLayerDrag(list, lines, (ids, before) => run(moveInOrder(ids, dropIndex(lines, before))));

  function choose(at: number, how: 'only' | 'toggle' | 'range'): void {
    const line = lines[at];
    if (line === undefined) return;
    const from = lines.findIndex((each) => lineKey(each) === anchor);
    const range = how === 'range' && from >= 0 ? { from } : how === 'range' ? 'only' : how;
    editor.select(chosenLayers(lines, selection, at, range));
    if (range === 'only' || range === 'toggle') setAnchor(lineKey(line));
    setKeys(lineKey(line), 0);
  }
  /** The elements that the eye or the lock of a row changes: the whole selection, if the row is part of it. */
  function meant(line: Line): readonly ElementId[] {
    return isChosen(line) ? selection : lineIds(line);
  }
  function isChosen(line: Line): boolean {
    return lineIds(line).every((id) => selected.has(id));
  }
  function fold(path: GroupPath): void {
    const next = new Set(closed);
    if (!next.delete(path)) next.add(path);
    setClosed(next);
  }
  function press(at: number, cell: number): void {
    const line = lines[at];
    if (line === undefined) return;
    const those = line.type === 'element' ? [line.element] : line.elements;
    if (cell === 1) run(setHidden(meant(line), !those.every(isHidden)));
    else if (cell === 2) run(setLocked(meant(line), !those.every(({ locked }) => locked)));
  }
  function endRename(name: string | null): void {
    if (name !== null && renaming !== null) run(rename(renaming, name));
    setRenaming(null);
    list.current?.focus({ preventScroll: true });
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.target !== list.current) return;
    if (!onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  function onKey(event: KeyboardEvent): boolean {
    const line = lines[active];
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      if (line === undefined) return true;
      const ids = new Set(meant(line));
      const at = lines.map((each, i) => (lineIds(each).every((id) => ids.has(id)) ? i : -1)).filter((i) => i >= 0);
      const before = event.key === 'ArrowUp' ? (at[0] ?? 0) - 1 : (at.at(-1) ?? 0) + 2;
      if (before >= 0 && before <= lines.length) run(moveInOrder([...ids], dropIndex(lines, before)));
      return true;
    }
    if (event.altKey || event.metaKey) return false;
    const to = nextIndexForKey(event.key, active, lines.length);
    if (to !== null) {
      const next = lines[to];
      if (event.ctrlKey && next !== undefined) setKeys(lineKey(next), keys.cell);
      else choose(to, event.shiftKey ? 'range' : 'only');
      return true;
    }
    if (event.ctrlKey || line === undefined) return false;
    switch (event.key) {
      case 'ArrowRight':
      case 'ArrowLeft': {
        // As in a tree: the right arrow expands a group, and the left one collapses it.
        if (line.type === 'group' && keys.cell === 0 && line.isOpen === (event.key === 'ArrowLeft')) {
          fold(line.path);
          return true;
        }
        const cell = keys.cell + (event.key === 'ArrowRight' ? 1 : -1);
        setKeys(lineKey(line), Math.min(CELLS - 1, Math.max(0, cell)));
        return true;
      }
      case ' ':
        if (keys.cell === 0) choose(active, 'toggle');
        else press(active, keys.cell);
        return true;
      case 'Enter':
        if (keys.cell > 0) press(active, keys.cell);
        else if (line.type === 'group') fold(line.path);
        else setRenaming(line.element.id);
        return true;
      case 'Delete':
      case 'Backspace':
        perform('delete');
        return true;
      case 'F2':
        if (line.type === 'element') setRenaming(line.element.id);
        return true;
      default:
        return false;
    }
  }

  return (
    <>
      <div className="ed-side-tools">
        <Input
          size="small"
          allowClear={{ clearIcon: <ClearIcon /> }}
          value={search}
          placeholder={t('layers.find')}
          aria-label={t('layers.search')}
          data-testid="layers-search"
          onChange={(event) => setSearch(event.target.value)}
        />
        <ActionButton id="replace" />
        <ActionButton id="orderForward" icon="up" testId="layers-up" />
        <ActionButton id="orderBackward" icon="down" testId="layers-down" />
      </div>
      {lines.length > 0 ? null : (
        <p className="ed-side-none" role="status">
          {t(elements.length === 0 ? 'layers.none' : 'layers.notFound')}
        </p>
      )}
      <VirtualList
        list={list}
        role="grid"
        label={t('layers.list')}
        testId="layers-list"
        count={lines.length}
        active={active}
        activeId={active < 0 ? undefined : `${prefix}-${keys.id}-${keys.cell}`}
        onKeyDown={onKeyDown}
        {...drag.handlers}
        onPointerLeave={() => pointedInList.set(null)}
        renderLine={(index) => {
          const line = lines[index];
          if (line === undefined) return null;
          const onChoose = (event: MouseEvent): void => {
            const how = event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only';
            choose(index, how);
          };
          const cell = index === active ? keys.cell : null;
          if (line.type === 'group') {
            return (
              <GroupRow
                line={line}
                rowIndex={index}
                idPrefix={`${prefix}-${lineKey(line)}`}
                isSelected={isChosen(line)}
                cell={cell}
                onChoose={onChoose}
                onPress={(to) => press(index, to)}
                onOpen={() => fold(line.path)}
              />
            );
          }
          const { element } = line;
          return (
            <ElementRow
              element={element}
              depth={line.depth}
              rowIndex={index}
              idPrefix={`${prefix}-${element.id}`}
              isSelected={selected.has(element.id)}
              isPointed={pointed === element.id}
              cell={cell}
              isRenamed={renaming === element.id}
              onChoose={onChoose}
              onPress={(to) => press(index, to)}
              onRename={() => setRenaming(element.id)}
              onName={endRename}
            />
          );
        }}
      >
        {drag.gap === null ? null : <div className="ed-side-gap" style={{ top: drag.gap * LINE_PX }} />}
      </VirtualList>
      <p className="ed-side-hint">{t('layers.hint')}</p>
    </>
  );
}

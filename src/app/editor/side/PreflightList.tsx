import { useId, useMemo, useRef, useState, type JSX, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreflightGroup, PreflightRow } from '#printing/preflight-groups.ts';
import { nextIndexForKey } from '#app/ui/choice/radio-keys.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { showElements } from '../session/show-element.ts';
import { lineOfGroup, preflightLines } from './preflight-lines.ts';
import { PREFLIGHT_ROW_PX, PreflightListRow } from './PreflightListRow.tsx';
import { VirtualList } from './VirtualList.tsx';

const NOTHING_OPEN: ReadonlySet<string> = new Set();

/**
 * The findings as a tree: a press or Enter goes to the row and selects the element; the arrow keys and the button expand a
 * finding.
 */
export function PreflightList({ groups }: { readonly groups: readonly PreflightGroup[] }): JSX.Element {
  const { t } = useTranslation('side');
  const { editor, data } = useEditorSession();
  const [open, setOpen] = useState(NOTHING_OPEN);
  const [keyed, setKeyed] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const lines = useMemo(() => preflightLines(groups, open), [groups, open]);
  const active = Math.min(keyed, lines.length - 1);

  function setGroup(key: string, isOpen: boolean): void {
    const next = new Set(open);
    if (isOpen) next.add(key);
    else next.delete(key);
    setOpen(next);
  }
  function show({ elementId }: PreflightGroup, row: PreflightRow | undefined): void {
    if (row !== undefined) data.showRow(row.index);
    showElements(editor, [elementId]);
  }
  function choose(index: number): void {
    setKeyed(index);
    const line = lines[index];
    if (line?.type === 'row') show(line.group, line.row);
    else if (line?.type === 'group') show(line.group, line.group.rows[0]);
    else if (line?.type === 'more') show(line.group, line.group.rows.at(-1));
  }
  function toggle(index: number): void {
    setKeyed(index);
    const line = lines[index];
    if (line?.type === 'group') setGroup(line.group.key, !line.isOpen);
  }
  /** The arrow keys of a tree by the ARIA practices. */
  function turn(key: 'ArrowRight' | 'ArrowLeft'): void {
    const line = lines[active];
    if (line?.type === 'group') {
      if (key === 'ArrowRight' && line.isOpen) setKeyed(active + 1);
      else setGroup(line.group.key, key === 'ArrowRight');
    } else if (key === 'ArrowLeft' && (line?.type === 'row' || line?.type === 'more')) {
      setKeyed(lineOfGroup(lines, line.group.key));
    }
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = nextIndexForKey(event.key, active, lines.length);
    if (to !== null) setKeyed(to);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') turn(event.key);
    else if (event.key === 'Enter' || event.key === ' ') choose(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <VirtualList
      list={list}
      role="tree"
      label={t('preflight.list')}
      testId="preflight-list"
      count={lines.length}
      active={active}
      activeId={active < 0 ? undefined : `${prefix}-${active}`}
      lineHeight={(index) => PREFLIGHT_ROW_PX[lines[index]?.type ?? 'row']}
      onKeyDown={onKeyDown}
      renderLine={(index) => {
        const line = lines[index];
        return line === undefined ? null : (
          <PreflightListRow
            line={line}
            id={`${prefix}-${index}`}
            hasKeys={index === active}
            onChoose={() => choose(index)}
            onToggle={() => toggle(index)}
          />
        );
      }}
    />
  );
}

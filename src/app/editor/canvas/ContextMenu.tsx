import { useEffect, useLayoutEffect, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { selectedTable } from '#editor/cell-selection.ts';
import type { Point } from '#model/kernel/geometry.ts';
import { isHidden } from '#editor/commands/layers.ts';
import { Icon } from '../widgets/icons.tsx';
import { formatChord, isMac } from '../session/chords.ts';
import {
  actionInfo,
  ACTION_IDS,
  ALIGN_ACTIONS,
  DISTRIBUTE_ACTIONS,
  GUIDE_ACTIONS,
  ORDER_ACTIONS,
  TABLE_ACTIONS,
  type ActionId,
} from '../session/action-table.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import type { MenuCommand, MenuEntry, Submenu } from './menu-entries.ts';
import { MenuList } from './MenuList.tsx';

/** The position of the menu, in CSS pixels of the window. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  /** Opened by a key: then the first item gets the focus. */
  readonly byKey: boolean;
  /** The same position on the label. */
  readonly atMm: Point;
}

/** Distance of the menu from the cursor (specification 1, section 4). */
const OFFSET_PX = 5;

const ALIGNS: readonly ActionId[] = [...ALIGN_ACTIONS, ...DISTRIBUTE_ACTIONS];
const PASTE_HERE = 'pasteHere';
const DIVIDER = { type: 'divider' } as const;

export interface ContextMenuProps {
  readonly at: MenuPlace;
  /** `refocus` is false if the menu closes because of a press elsewhere, which has already moved the focus. */
  onClose(refocus: boolean): void;
}

export function ContextMenu({ at, onClose }: ContextMenuProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const { perform, clipboard } = useActions();
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ x: at.x + OFFSET_PX, y: at.y + OFFSET_PX });
  const state = editor.state();
  const locked = state.template.elements.some((e) => e.locked && state.selection.includes(e.id));
  const hidden = state.template.elements.some((e) => isHidden(e) && state.selection.includes(e.id));
  const nothing = state.selection.length === 0;

  useLayoutEffect(() => {
    const rect = box.current?.getBoundingClientRect();
    if (rect === undefined) return;
    setPlace({
      x: Math.max(OFFSET_PX, Math.min(at.x + OFFSET_PX, window.innerWidth - rect.width - OFFSET_PX)),
      y: Math.max(OFFSET_PX, Math.min(at.y + OFFSET_PX, window.innerHeight - rect.height - OFFSET_PX)),
    });
  }, [at]);

  useEffect(() => {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const closeOutside = (event: Event): void => {
      if (event.target instanceof Element && event.target.closest('.ed-menu') !== null) return;
      onClose(false);
    };
    window.addEventListener('pointerdown', closeOutside, options);
    window.addEventListener('wheel', closeOutside, options);
    // A capturing listener also gets the `blur` of every element; only that of the window closes the menu.
    window.addEventListener('blur', (event) => event.target === window && onClose(false), options);
    window.addEventListener('resize', () => onClose(false), options);
    return () => stop.abort();
  }, [onClose]);

  function command(id: ActionId, label: string = t(`action.${id}`)): MenuCommand {
    const info = actionInfo(id);
    const [chord] = info.chords;
    return {
      type: 'command',
      key: id,
      label,
      icon: <Icon name={info.icon ?? 'more'} size={16} />,
      shortcut: chord === undefined ? null : formatChord(chord, isMac()),
      disabled: (info.dim?.(state) ?? false) || (info.disabled?.(state) ?? false),
    };
  }
  const submenu = (
    key: 'align' | 'order' | 'table' | 'rulerGuides',
    icon: Submenu['icon'],
    ids: readonly ActionId[],
  ): Submenu => ({
    type: 'submenu',
    key,
    label: t(`menu.${key}`),
    icon,
    disabled: nothing,
    entries: ids.filter((id) => actionInfo(id).hidden?.(state) !== true).map((id) => command(id)),
  });
  const entries: readonly MenuEntry[] = [
    command('selectAll'),
    DIVIDER,
    command('cut'),
    command('copy'),
    command('paste'),
    // Not an action of the table: it needs a position, which only a menu has.
    { ...command('paste', t('action.pasteHere')), key: PASTE_HERE, shortcut: null },
    command('pasteInPlace'),
    command('duplicate'),
    DIVIDER,
    command('copyStyle'),
    command('pasteStyle'),
    DIVIDER,
    command('rotate'),
    command('lock', t(locked ? 'action.unlock' : 'action.lock')),
    command('visibility', t(hidden ? 'action.show' : 'action.visibility')),
    command('group'),
    command('ungroup'),
    submenu('align', <Icon name="alignLeft" size={16} />, ALIGNS),
    submenu('order', <Icon name="toFront" size={16} />, ORDER_ACTIONS),
    ...(selectedTable(state) === null ? [] : [submenu('table', <Icon name="cells" size={16} />, TABLE_ACTIONS)]),
    DIVIDER,
    { ...submenu('rulerGuides', <Icon name="guides" size={16} />, GUIDE_ACTIONS), disabled: false },
    command('commands'),
    command('labelSettings'),
    DIVIDER,
    { ...command('delete'), danger: true },
  ];
  return (
    <div
      ref={box}
      className="ed-menu"
      data-testid="context-menu"
      style={{ left: place.x, top: place.y }}
      onContextMenu={(event) => event.preventDefault()}
    >
      <MenuList
        label={t('menu.label')}
        entries={entries}
        firstLine={at.byKey ? 0 : null}
        onChoose={(key) => {
          const id = ACTION_IDS.find((action) => action === key);
          onClose(true);
          if (id !== undefined) perform(id);
          else if (key === PASTE_HERE) void clipboard.paste(at.atMm);
        }}
        onBack={() => onClose(true)}
        onLeave={() => onClose(true)}
      />
    </div>
  );
}

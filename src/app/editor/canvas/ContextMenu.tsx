import { Menu } from 'antd';
import { useEffect, useLayoutEffect, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { selectedTable } from '#editor/cell-selection.ts';
import { Icon } from '../widgets/icons.tsx';
import { formatChord, isMac } from '../session/chords.ts';
import { actionInfo, ACTION_IDS, type ActionId } from '../session/action-table.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';

/** Of the window, in CSS pixels. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

/** Beside the cursor (specification 1, section 4). */
const OFFSET_PX = 5;

const ALIGNS: readonly ActionId[] = [
  'alignLeft',
  'alignCenter',
  'alignRight',
  'alignTop',
  'alignMiddle',
  'alignBottom',
  'distributeHorizontal',
  'distributeVertical',
];
const ORDERS: readonly ActionId[] = ['orderFront', 'orderForward', 'orderBackward', 'orderBack'];
const TABLE: readonly ActionId[] = [
  'insertRow',
  'insertColumn',
  'deleteRow',
  'deleteColumn',
  'mergeCells',
  'splitCell',
];

export function ContextMenu({ at, onClose }: { at: MenuPlace; onClose(): void }): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const { perform } = useActions();
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<MenuPlace | null>(null);
  const state = editor.state();
  const locked = state.template.elements.some((e) => e.locked && state.selection.includes(e.id));

  useLayoutEffect(() => {
    const rect = box.current?.getBoundingClientRect();
    if (rect === undefined) return;
    setPlace({
      x: Math.max(OFFSET_PX, Math.min(at.x + OFFSET_PX, window.innerWidth - rect.width - OFFSET_PX)),
      y: Math.max(OFFSET_PX, Math.min(at.y + OFFSET_PX, window.innerHeight - rect.height - OFFSET_PX)),
    });
    box.current?.querySelector<HTMLElement>('[role="menu"]')?.focus();
  }, [at]);

  useEffect(() => {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const closeOutside = (event: Event): void => {
      if (event.target instanceof Element && event.target.closest('.ed-menu, .ed-menu-popup') !== null) return;
      onClose();
    };
    window.addEventListener('pointerdown', closeOutside, options);
    window.addEventListener('wheel', closeOutside, options);
    window.addEventListener('blur', onClose, options);
    window.addEventListener('resize', onClose, options);
    window.addEventListener('keydown', (event) => event.key === 'Escape' && onClose(), options);
    return () => stop.abort();
  }, [onClose]);

  function entry(
    id: ActionId,
    label: string = t(`action.${id}`),
  ): { key: string; label: JSX.Element; icon: JSX.Element; disabled: boolean } {
    const info = actionInfo(id);
    const [chord] = info.chords;
    return {
      key: id,
      disabled: (info.dim?.(state) ?? false) || (info.disabled?.(state) ?? false),
      icon: <Icon name={info.icon ?? 'more'} size={16} />,
      label: (
        <span className="ed-menu-line">
          <span>{label}</span>
          {chord === undefined ? null : <kbd>{formatChord(chord, isMac())}</kbd>}
        </span>
      ),
    };
  }
  const nothing = state.selection.length === 0;
  return (
    <div
      ref={box}
      className="ed-menu"
      data-testid="context-menu"
      style={place === null ? { left: at.x, top: at.y, visibility: 'hidden' } : { left: place.x, top: place.y }}
      onContextMenu={(event) => event.preventDefault()}
    >
      <Menu
        selectable={false}
        mode="vertical"
        subMenuOpenDelay={0.05}
        rootClassName="ed-menu-popup"
        items={[
          entry('selectAll'),
          { type: 'divider' },
          entry('copy'),
          entry('paste'),
          { type: 'divider' },
          entry('lock', t(locked ? 'action.unlock' : 'action.lock')),
          {
            key: 'align',
            label: t('menu.align'),
            icon: <Icon name="alignLeft" size={16} />,
            disabled: nothing,
            children: ALIGNS.map((id) => entry(id)),
          },
          {
            key: 'order',
            label: t('menu.order'),
            icon: <Icon name="toFront" size={16} />,
            disabled: nothing,
            children: ORDERS.map((id) => entry(id)),
          },
          ...(selectedTable(state) === null
            ? []
            : [
                {
                  key: 'table',
                  label: t('menu.table'),
                  icon: <Icon name="table" size={16} />,
                  children: TABLE.map((id) => entry(id)),
                },
              ]),
          { type: 'divider' },
          entry('labelSettings'),
          { type: 'divider' },
          { ...entry('delete'), danger: true },
        ]}
        onClick={({ key }) => {
          const id = ACTION_IDS.find((action) => action === key);
          onClose();
          if (id !== undefined) perform(id);
        }}
      />
    </div>
  );
}

import type { JSX, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isHidden } from '#editor/commands/layers.ts';
import { Icon } from '../widgets/icons.tsx';
import { insetPx, LayerToggle } from './LayerLine.tsx';
import type { GroupLine as Line } from './layer-lines.ts';

export interface GroupLineProps {
  readonly line: Line;
  readonly rowIndex: number;
  /** Of the ids of its cells, which end with their numbers. */
  readonly idPrefix: string;
  readonly isSelected: boolean;
  /** The cell that has the keys. */
  readonly cell: number | null;
  onChoose(event: MouseEvent): void;
  onPress(cell: number): void;
  /** Shows or leaves out what is in the group. */
  onOpen(): void;
}

/** The head of a group in the list of layers. Its eye and its lock are those of all that is in it. */
export function GroupLine({ line, idPrefix, cell, ...props }: GroupLineProps): JSX.Element {
  const { t } = useTranslation('side');
  const { elements, isOpen } = line;
  const name = t('layers.group', { count: elements.length });
  const isGone = elements.every(isHidden);
  const isLocked = elements.every(({ locked }) => locked);
  return (
    <div
      role="row"
      aria-rowindex={props.rowIndex + 1}
      aria-selected={props.isSelected}
      className={isGone ? 'ed-layer ed-layer-hidden' : 'ed-layer'}
      data-testid="layer-group"
      data-layer={`group:${line.path}`}
      style={{ paddingInlineStart: insetPx(line.depth) - 4 }}
      onClick={props.onChoose}
    >
      <div
        role="gridcell"
        id={`${idPrefix}-0`}
        className="ed-layer-name"
        data-keys={cell === 0}
        aria-expanded={isOpen}
        onDoubleClick={props.onOpen}
      >
        <span
          className={isOpen ? 'ed-layer-fold ed-layer-open' : 'ed-layer-fold'}
          title={t(isOpen ? 'layers.close' : 'layers.open')}
          data-testid="layer-fold"
          onClick={(event) => {
            event.stopPropagation();
            props.onOpen();
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        />
        <Icon name="group" size={16} />
        <span>{name}</span>
      </div>
      <LayerToggle
        id={`${idPrefix}-1`}
        name="layer-eye"
        icon={isGone ? 'hidden' : 'shown'}
        label={t(isGone ? 'layers.show' : 'layers.hide', { name })}
        on={isGone}
        hasKeys={cell === 1}
        onPress={() => props.onPress(1)}
      />
      <LayerToggle
        id={`${idPrefix}-2`}
        name="layer-lock"
        icon={isLocked ? 'lock' : 'unlock'}
        label={t(isLocked ? 'layers.unlock' : 'layers.lock', { name })}
        on={isLocked}
        hasKeys={cell === 2}
        onPress={() => props.onPress(2)}
      />
    </div>
  );
}

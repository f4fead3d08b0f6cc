import type { JSX, MouseEvent, PointerEventHandler, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../widgets/icons.tsx';
import type { LineKey } from './layer-lines.ts';

/** Name, eye, lock. */
export const CELLS = 3;

/** Props that the rows of an element and of a group get from the list. */
export interface LayerRowProps {
  readonly rowIndex: number;
  /** Prefix of the ids of its cells, which end with their numbers. */
  readonly idPrefix: string;
  readonly isSelected: boolean;
  /** The cell with the keyboard focus. */
  readonly cell: number | null;
  onChoose(event: MouseEvent): void;
  onPress(cell: number): void;
}

interface RowContentProps extends LayerRowProps {
  readonly layer: LineKey;
  readonly testId: string;
  readonly name: string;
  readonly isHidden: boolean;
  readonly isLocked: boolean;
  readonly isPointed?: boolean;
  /** The indentation of the row, in CSS pixels from the edge. */
  readonly insetPx: number;
  /** Its type, for a screen reader. */
  readonly description?: string;
  /** Whether a group is expanded; absent for an element. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
  onNameDoubleClick(): void;
  readonly onPointerEnter?: PointerEventHandler;
}

/** A row of the list of layers: its name, which is the children, its eye and its lock. */
export function LayerRow(props: RowContentProps): JSX.Element {
  const { idPrefix, name, cell, isHidden, isLocked, isPointed = false, onPress } = props;
  const { t } = useTranslation('side');
  const marks = ['ed-layer', isHidden ? 'ed-layer-hidden' : '', isPointed ? 'ed-layer-pointed' : ''];
  return (
    <div
      role="row"
      aria-rowindex={props.rowIndex + 1}
      aria-selected={props.isSelected}
      className={marks.filter((mark) => mark !== '').join(' ')}
      data-testid={props.testId}
      data-layer={props.layer}
      style={{ paddingInlineStart: props.insetPx }}
      onPointerEnter={props.onPointerEnter}
      onClick={props.onChoose}
    >
      <div
        role="gridcell"
        id={`${idPrefix}-0`}
        className="ed-layer-name"
        data-keys={cell === 0}
        aria-description={props.description}
        aria-expanded={props.isOpen}
        onDoubleClick={props.onNameDoubleClick}
      >
        {props.children}
      </div>
      <LayerToggle
        id={`${idPrefix}-1`}
        testId="layer-eye"
        icon={isHidden ? 'hidden' : 'shown'}
        label={t(isHidden ? 'layers.show' : 'layers.hide', { name })}
        on={isHidden}
        hasKeys={cell === 1}
        onPress={() => onPress(1)}
      />
      <LayerToggle
        id={`${idPrefix}-2`}
        testId="layer-lock"
        icon={isLocked ? 'lock' : 'unlock'}
        label={t(isLocked ? 'layers.unlock' : 'layers.lock', { name })}
        on={isLocked}
        hasKeys={cell === 2}
        onPress={() => onPress(2)}
      />
    </div>
  );
}

interface ToggleProps {
  readonly id: string;
  readonly testId: string;
  readonly icon: IconName;
  readonly label: string;
  /** Stays visible: the element is hidden or locked. */
  readonly on: boolean;
  readonly hasKeys: boolean;
  onPress(): void;
}

/** A toggle cell; the list has the focus and passes the keys on. */
function LayerToggle({ id, testId, icon, label, on, hasKeys, onPress }: ToggleProps): JSX.Element {
  return (
    <div
      role="gridcell"
      id={id}
      className={on ? 'ed-layer-toggle ed-layer-on' : 'ed-layer-toggle'}
      title={label}
      data-keys={hasKeys}
      data-testid={testId}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      <Icon name={icon} size={15} />
    </div>
  );
}

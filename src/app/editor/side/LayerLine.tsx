import { useRef, type JSX, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isHidden } from '#editor/commands/layers.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { contentText } from '../session/content-text.ts';
import { pointedInList } from '../session/pointed-element.ts';
import { useElementDescriptors } from '../session/element-descriptor.ts';
import { Icon, ShapeIcon, type IconName } from '../widgets/icons.tsx';

/** Name, eye, lock. */
export const CELLS = 3;

/** How far a line begins from the edge, in CSS pixels. */
export function insetPx(depth: number): number {
  return 8 + 16 * depth;
}

export interface LayerLineProps {
  readonly element: LabelElement;
  /** In how many groups of the list it is. */
  readonly depth: number;
  readonly rowIndex: number;
  /** Of the ids of its cells, which end with their numbers. */
  readonly idPrefix: string;
  readonly isSelected: boolean;
  /** The pointer is on it on the canvas. */
  readonly isPointed: boolean;
  /** The cell that has the keys. */
  readonly cell: number | null;
  readonly isRenamed: boolean;
  onChoose(event: MouseEvent): void;
  onPress(cell: number): void;
  onRename(): void;
  /** The name that was typed; null for none. */
  onName(name: string | null): void;
}

export function LayerLine(props: LayerLineProps): JSX.Element {
  const { element, idPrefix, isSelected, isPointed, cell, isRenamed } = props;
  const { t } = useTranslation(['side', 'editor']);
  const describe = useElementDescriptors();
  const content = contentText(element);
  const hidden = isHidden(element);
  const type = t(`editor:type.${element.type}`);
  const marks = ['ed-layer', hidden ? 'ed-layer-hidden' : '', isPointed ? 'ed-layer-pointed' : ''];
  return (
    <div
      role="row"
      aria-rowindex={props.rowIndex + 1}
      aria-selected={isSelected}
      className={marks.join(' ')}
      data-testid="layer"
      data-layer={element.id}
      style={{ paddingInlineStart: insetPx(props.depth) }}
      onPointerEnter={() => pointedInList.set(element.id)}
      onClick={props.onChoose}
    >
      <div
        role="gridcell"
        id={`${idPrefix}-0`}
        className="ed-layer-name"
        data-keys={cell === 0}
        aria-description={type}
        onDoubleClick={props.onRename}
      >
        <ShapeIcon shape={describe(element.type).icon} size={16} />
        {isRenamed ? (
          <NameInput name={element.name} label={t('layers.rename')} onName={props.onName} />
        ) : (
          <>
            <span>{element.name}</span> <small title={content}>{content}</small>
          </>
        )}
      </div>
      <LayerToggle
        id={`${idPrefix}-1`}
        name="layer-eye"
        icon={hidden ? 'hidden' : 'shown'}
        label={t(hidden ? 'layers.show' : 'layers.hide', { name: element.name })}
        on={hidden}
        hasKeys={cell === 1}
        onPress={() => props.onPress(1)}
      />
      <LayerToggle
        id={`${idPrefix}-2`}
        name="layer-lock"
        icon={element.locked ? 'lock' : 'unlock'}
        label={t(element.locked ? 'layers.unlock' : 'layers.lock', { name: element.name })}
        on={element.locked}
        hasKeys={cell === 2}
        onPress={() => props.onPress(2)}
      />
    </div>
  );
}

interface ToggleProps {
  readonly id: string;
  readonly name: string;
  readonly icon: IconName;
  readonly label: string;
  /** Stays visible: the element is hidden or locked. */
  readonly on: boolean;
  readonly hasKeys: boolean;
  onPress(): void;
}

/** A cell that is pressed; the list has the focus and passes the keys on. */
export function LayerToggle({ id, name, icon, label, on, hasKeys, onPress }: ToggleProps): JSX.Element {
  return (
    <div
      role="gridcell"
      id={id}
      className={on ? 'ed-layer-toggle ed-layer-on' : 'ed-layer-toggle'}
      title={label}
      data-keys={hasKeys}
      data-testid={name}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      <Icon name={icon} size={15} />
    </div>
  );
}

function NameInput({
  name,
  label,
  onName,
}: {
  name: string;
  label: string;
  onName(name: string | null): void;
}): JSX.Element {
  /** Esc and Enter take the field away, which then loses the focus. */
  const ended = useRef(false);
  function end(to: string | null): void {
    if (ended.current) return;
    ended.current = true;
    onName(to);
  }
  return (
    <input
      className="ed-layer-input"
      defaultValue={name}
      aria-label={label}
      data-testid="layer-name"
      ref={(field) => {
        if (field === null || document.activeElement === field) return;
        field.focus();
        field.select();
      }}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        event.preventDefault();
        event.stopPropagation();
        end(event.key === 'Enter' ? event.currentTarget.value : null);
      }}
      onBlur={(event) => end(event.currentTarget.value)}
    />
  );
}

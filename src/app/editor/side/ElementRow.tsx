import { useRef, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { isHidden } from '#editor/commands/layers.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { contentText } from '../session/content-text.ts';
import { pointedInList } from '../session/highlighted-element.ts';
import { useElementDescriptors } from '../session/element-descriptor.ts';
import { ShapeIcon } from '../widgets/icons.tsx';
import { LayerRow, type LayerRowProps } from './LayerRow.tsx';

/** The indentation of a row, in CSS pixels from the edge. */
export function insetPx(depth: number): number {
  return 8 + 16 * depth;
}

export interface ElementRowProps extends LayerRowProps {
  readonly element: LabelElement;
  /** Nesting depth in groups. */
  readonly depth: number;
  /** Whether the pointer is on it on the canvas. */
  readonly isPointed: boolean;
  readonly isRenamed: boolean;
  onRename(): void;
  /** Called with the typed name; null for none. */
  onName(name: string | null): void;
}

/** An element in the list of layers. */
export function ElementRow(props: ElementRowProps): JSX.Element {
  const { element, depth, isRenamed, onRename, onName, ...row } = props;
  const { t } = useTranslation(['side', 'editor']);
  const describe = useElementDescriptors();
  const content = contentText(element);
  return (
    <LayerRow
      {...row}
      layer={element.id}
      testId="layer"
      name={element.name}
      isHidden={isHidden(element)}
      isLocked={element.locked}
      insetPx={insetPx(depth)}
      description={t(`editor:type.${element.type}`)}
      onNameDoubleClick={onRename}
      onPointerEnter={() => pointedInList.set(element.id)}
    >
      <ShapeIcon shape={describe(element.type).icon} size={16} />
      {isRenamed ? (
        <NameInput name={element.name} label={t('layers.rename')} onName={onName} />
      ) : (
        <>
          <span>{element.name}</span> <small title={content}>{content}</small>
        </>
      )}
    </LayerRow>
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
  /** Esc and Enter remove the field, which then loses the focus. */
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

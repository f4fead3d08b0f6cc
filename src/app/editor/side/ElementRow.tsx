import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { isHidden } from '#editor/commands/layers.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { contentText } from '../session/content-text.ts';
import { pointedInList } from '../session/highlighted-element.ts';
import { useElementDescriptors } from '../session/element-descriptor.ts';
import { ShapeIcon } from '../widgets/icons.tsx';
import { NameInput } from '../widgets/NameInput.tsx';
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
        <NameInput name={element.name} label={t('layers.rename')} testId="layer-name" onName={onName} />
      ) : (
        <>
          <span>{element.name}</span> <small title={content}>{content}</small>
        </>
      )}
    </LayerRow>
  );
}

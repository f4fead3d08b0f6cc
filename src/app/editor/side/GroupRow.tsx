import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { isHidden } from '#editor/commands/layers.ts';
import { Icon } from '../widgets/icons.tsx';
import type { GroupRow as Line } from './layer-lines.ts';
import { insetPx } from './ElementRow.tsx';
import { LayerRow, type LayerRowProps } from './LayerRow.tsx';

export interface GroupRowProps extends LayerRowProps {
  readonly line: Line;
  /** Expands or collapses the group. */
  onOpen(): void;
}

/** The head of a group in the list of layers. Its eye and its lock apply to all of its elements. */
export function GroupRow({ line, onOpen, ...row }: GroupRowProps): JSX.Element {
  const { t } = useTranslation('side');
  const { elements, isOpen } = line;
  const name = t('layers.group', { count: elements.length });
  return (
    <LayerRow
      {...row}
      layer={`group:${line.path}`}
      testId="layer-group"
      name={name}
      isHidden={elements.every(isHidden)}
      isLocked={elements.every(({ locked }) => locked)}
      insetPx={insetPx(line.depth) - 4}
      isOpen={isOpen}
      onNameDoubleClick={onOpen}
    >
      <span
        className={isOpen ? 'ed-layer-fold ed-layer-open' : 'ed-layer-fold'}
        title={t(isOpen ? 'layers.close' : 'layers.open')}
        data-testid="layer-fold"
        onClick={(event) => {
          event.stopPropagation();
          onOpen();
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      />
      <Icon name="group" size={16} />
      <span>{name}</span>
    </LayerRow>
  );
}

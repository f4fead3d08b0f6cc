import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { tooltip } from '#app/ui/tooltips.tsx';
import type { LabelElement } from '#model/elements/element.ts';
import { ShapeIcon } from '../widgets/icons.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { useElementDescriptors } from '../session/element-descriptor.ts';

/** Marks a column that elements are bound to; a press selects them. */
export function ColumnMark({ elements }: { elements: readonly LabelElement[] }): JSX.Element | null {
  const { t } = useTranslation('table');
  const { editor } = useEditorSession();
  const describe = useElementDescriptors();
  const [first] = elements;
  if (first === undefined) return null;
  const names = elements.map(({ name }) => name).join(', ');
  return (
    <button
      {...tooltip(t('bound', { names }))}
      type="button"
      tabIndex={-1}
      className="dt-mark"
      aria-label={t('bound', { names })}
      onClick={() => editor.select(elements.map(({ id }) => id))}
    >
      <ShapeIcon shape={describe(first.type).icon} size={14} />
      {elements.length > 1 ? elements.length : null}
    </button>
  );
}

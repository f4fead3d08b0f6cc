import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { createElementValues, elementLookup } from '#model/data/element-values.ts';
import type { ReferenceSource } from '#model/elements/base/content.ts';
import { possibleReferences } from '#model/elements/references.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import type { ContentSlot } from '#editor/commands/content.ts';
import { setSource } from '#editor/commands/sources.ts';
import { Row, SelectField } from '../widgets/fields.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';
import { shortened } from './source-name.ts';

interface ReferenceFieldsProps {
  readonly slot: ContentSlot;
  readonly index: number;
  /** Null while no element is selected. */
  readonly source: ReferenceSource | null;
  /** The fixed text to keep. */
  readonly text: string;
}

/** The element whose value a source shows: a list of elements by name and current value. */
export function ReferenceFields({ slot, index, source, text }: ReferenceFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { data } = useEditorSession();
  const { run } = useActions();
  const { record } = useStore(data.state);
  const elements = useEditorState((s) => s.template.elements);
  const offered = possibleReferences(elements, slot.id);
  const values = createElementValues(elementLookup(elements), record, { now: localTimeAt() });
  if (offered.length === 0) return <p className="ed-hint">{t('data.noElement')}</p>;
  return (
    <>
      <Row label={t('data.element')}>
        <SelectField<ElementId>
          label={t('data.element')}
          testId="data-element"
          value={source === null ? null : source.element}
          choices={offered.map(({ id, name }) => {
            const now = values.value(id);
            const value = shortened(now.ok ? now.value : values.lastKnown(id));
            return { value: id, label: value === '' ? name : `${name} · ${value}` };
          })}
          onChange={(element) => run(setSource(slot, index, { type: 'reference', element, text }))}
        />
      </Row>
      <p className="ed-hint">{t(source === null ? 'data.elementChoose' : 'data.elementHint')}</p>
    </>
  );
}

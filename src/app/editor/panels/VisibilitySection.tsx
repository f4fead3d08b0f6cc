import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { contentsOf, hasValue, type LabelElement } from '#model/elements/element.ts';
import { isShown } from '#model/data/condition.ts';
import { createElementValues, elementLookup } from '#model/data/element-values.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { elementTexts } from '#model/page/element-texts.ts';
import { setCondition, SHOWN_WHEN_FILLED } from '#editor/commands/expressions.ts';
import { FormulaField } from '../data/FormulaField.tsx';
import { useOfferedNames } from '../data/use-offered-names.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';
import { CheckRow, Section } from '../widgets/fields.tsx';
import { common } from '../widgets/mixed.ts';

/** The visibility condition of the selected elements: a formula, or one click for "hidden when empty". */
export function VisibilitySection({ elements }: { readonly elements: readonly LabelElement[] }): JSX.Element {
  const { t } = useTranslation('editor');
  const { data, editor } = useEditorSession();
  const { run } = useActions();
  const { record } = useStore(data.state);
  const all = useEditorState((s) => s.template.elements);
  const { columns, elementsFor } = useOfferedNames();
  const formulas = elements.map((element) => element.showWhen?.formula ?? '');
  const formula = common(formulas);
  const [only, more] = elements;
  const single = more === undefined ? only : undefined;
  const shown = single === undefined ? null : shownNow(single);
  const canBeEmpty = elements.every((element) => hasValue(element) || contentsOf(element).length > 0);

  function shownNow(element: LabelElement): ReturnType<typeof isShown> {
    const values = createElementValues(elementLookup(all), record, { now: localTimeAt() });
    const texts = elementTexts({ ...element, showWhen: undefined }, record, values);
    return isShown(element, { values: texts.values, problem: texts.problems[0] }, record, values);
  }
  function change(next: string): void {
    const ids = elements.map(({ id }) => id).join();
    run(
      setCondition(next, (element) => [...columns, ...elementsFor(element)]),
      `condition:${ids}`,
    );
  }
  return (
    <Section title={t('visibility.title')}>
      {canBeEmpty ? (
        <CheckRow
          label={t('visibility.whenEmpty')}
          on={formula === SHOWN_WHEN_FILLED}
          onChange={(on) => {
            editor.endMerge();
            change(on ? SHOWN_WHEN_FILLED : '');
            editor.endMerge();
          }}
        />
      ) : null}
      <FormulaField
        label={t('visibility.only')}
        testId="condition-input"
        form="formula"
        formula={formula ?? ''}
        placeholder={t(formula === null ? 'visibility.various' : 'visibility.example')}
        lines={1}
        columns={columns}
        elements={() => (single === undefined ? [] : elementsFor(single))}
        fault={shown === null || shown.ok ? null : shown.error}
        onChange={change}
        onEnd={() => editor.endMerge()}
      />
      {shown?.ok === true && formula !== '' ? (
        <p className="ed-hint" data-testid="condition-value">
          {t(shown.value ? 'visibility.shown' : 'visibility.hidden')}
        </p>
      ) : null}
    </Section>
  );
}

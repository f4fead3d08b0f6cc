import { useMemo, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { labelVariables, type LabelVariable } from '#model/data/variables.ts';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { Section } from '../widgets/fields.tsx';
import { Icon, type IconName } from '../widgets/icons.tsx';
import './variable-list.css';

const ICONS: Readonly<Record<LabelVariable['type'], IconName>> = {
  column: 'sheet',
  blank: 'rename',
  sequence: 'sequence',
  reference: 'reference',
};

/** What changes from label to label, and where it is used. A press selects the elements. */
export function VariableList(): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const elements = useEditorState((s) => s.template.elements);
  const label = useEditorState((s) => s.template.label);
  const variables = useMemo(() => labelVariables({ elements, label }), [elements, label]);
  const { column } = label.languages ?? {};
  if (variables.length === 0) return null;
  return (
    <Section title={t('variables.title')}>
      <ul className="ed-variables" aria-label={t('variables.title')}>
        {variables.map(({ key, type, name, elements: users }) => {
          const isLanguage = type === 'column' && column?.column === name;
          const names = users.map((one) => one.name);
          const where = (isLanguage ? [t('languages.title'), ...names] : names).join(', ');
          return (
            <li key={key}>
              <button
                type="button"
                aria-label={t('variables.used', { type: t(`variables.${type}`), name, where })}
                title={where}
                onClick={() => editor.select(users.map(({ id }) => id))}
              >
                <Icon name={ICONS[type]} size={16} />
                <strong>{name === '' ? t('data.emptyText') : name}</strong>
                <span>{where}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

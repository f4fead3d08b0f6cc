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
  const variables = useMemo(() => labelVariables({ elements }), [elements]);
  if (variables.length === 0) return null;
  return (
    <Section title={t('variables.title')}>
      <ul className="ed-variables" aria-label={t('variables.title')}>
        {variables.map(({ key, type, name, elements: users }) => {
          const where = users.map((one) => one.name).join(', ');
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

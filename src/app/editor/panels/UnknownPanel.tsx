import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnknownElement } from '#model/elements/unknown/unknown-element.ts';
import { Section } from '../widgets/fields.tsx';

/** Shows the file's data of an element that this version can't read. It can't be changed. */
export function UnknownPanel({ element }: { element: UnknownElement }): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <Section title={t('unknown.title')}>
      <p className="ed-hint">{t('unknown.hint')}</p>
      <dl className="ed-unknown" data-testid="unknown-attributes">
        {Object.entries(element.unknown?.attributes ?? {}).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value.length > 60 ? `${value.slice(0, 59)}…` : value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

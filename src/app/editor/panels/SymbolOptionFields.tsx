import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { chosen, optionsOf, withChoice } from '#model/symbology/catalog/options.ts';
import type { Symbology, SymbolOptionName, SymbolOptions } from '#model/symbology/types.ts';
import { IconChoice, Row, SelectField } from '../widgets/fields.tsx';

/** Up to this many choices are shown side by side; more are shown as a list. */
const MOST_IN_ROW = 4;
const SHORT = 6;

/** One row for each option of the symbology. Words are translated; other choices are shown unchanged. */
export function SymbolOptionFields({
  symbology,
  options,
  onChange,
}: {
  symbology: Symbology;
  options: SymbolOptions;
  onChange(options: SymbolOptions): void;
}): JSX.Element {
  const { t, i18n } = useTranslation('editor');

  function field(name: SymbolOptionName, choices: readonly string[]): JSX.Element {
    const label = t(`symbolOption.${name}`);
    const labelled = choices.map((value) => {
      const key = `symbolChoice.${name}.${value}`;
      return { value, label: i18n.exists(key, { ns: 'editor' }) ? t(key) : value };
    });
    const isRow = choices.length <= MOST_IN_ROW && labelled.every((choice) => choice.label.length <= SHORT);
    const Field = isRow ? IconChoice : SelectField;
    return (
      <Row key={name} label={label}>
        <Field
          label={label}
          value={chosen(symbology, options, name)}
          choices={labelled}
          onChange={(choice: string) => onChange(withChoice(symbology, options, name, choice))}
        />
      </Row>
    );
  }

  return <>{optionsOf(symbology).map(({ name, choices }) => field(name, choices))}</>;
}

import type { Choice } from '../widgets/fields.tsx';

/**
 * The formats as choices, each with an example of the current time; the current format is added if it is missing. If two
 * examples are equal, such as days with and without a leading zero from the 10th on, their patterns are shown too.
 */
export function formatChoices(
  formats: readonly string[],
  chosen: string,
  look: (format: string) => string,
): readonly Choice<string>[] {
  const all = formats.includes(chosen) ? formats : [chosen, ...formats];
  const looks = all.map(look);
  return all.map((value, i) => {
    const label = looks[i] ?? value;
    return { value, label: looks.filter((other) => other === label).length > 1 ? `${label} (${value})` : label };
  });
}

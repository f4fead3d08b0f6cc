import type { Choice } from '../widgets/fields.tsx';

/**
 * The formats, and the chosen one where it is not among them, each as it looks now. Those that look alike now, as days
 * with and without a leading zero do from the 10th on, have their pattern beside it.
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

import { gs1Identifier, gs1Identifiers, type Gs1Identifier } from '#model/symbology/gs1/identifiers.ts';

export interface IdentifierChoice {
  readonly value: string;
  readonly label: string;
}

/** Every identifier with its title; if its last digit is a number of decimals, they are shown. */
export const IDENTIFIER_CHOICES: readonly IdentifierChoice[] = Array.from(gs1Identifiers(), ({ ai, title }) => ({
  value: ai,
  label: `(${ai}) ${title}${decimals(ai)}`,
}));

/** GS1 General Specifications, figures 3.6.4-1 and 3.6.6-1: measures and amounts. */
function decimals(ai: string): string {
  if (!/^(3[1-6]|39)\d\d$/.test(ai)) return '';
  const places = Number(ai.at(-1));
  return places === 0 ? ' · 0' : ` · 0.${'0'.repeat(places)}`;
}

/** Whether a search text matches: the number from its start, the title anywhere. */
export function matchesIdentifier(typed: string, { value, label }: IdentifierChoice): boolean {
  const wanted = typed.trim().replace(/^\(/, '').replace(/\)$/, '').toLowerCase();
  return /^\d+$/.test(wanted) ? value.startsWith(wanted) : label.toLowerCase().includes(wanted);
}

/** In the notation of the General Specifications: `N14`, `N3+X..9`. */
export function formatText(ai: string): string {
  return (gs1Identifier(ai)?.parts ?? []).map(partText).join('+');
}

function partText({ characters, least, most, optional, rules }: Gs1Identifier['parts'][number]): string {
  const isDay = rules.some((rule) => rule === 'date' || rule === 'dateOrMonth');
  const text = isDay ? 'YYMMDD' : `${characters}${least === most ? '' : '..'}${most}`;
  return optional ? `[${text}]` : text;
}

/**
 * The contextual forms of Arabic letters, in Unicode's Arabic Presentation Forms-B (U+FE70 to U+FEFF). A letter has either
 * two consecutive forms (isolated, final) or four (isolated, final, initial, medial).
 */
const FORMS: ReadonlyMap<number, { readonly alone: number; readonly joinsNext: boolean }> = new Map([
  ...letters([0x622, 0x623, 0x624, 0x625], 0xfe81, false),
  ...letters([0x626], 0xfe89, true),
  ...letters([0x627], 0xfe8d, false),
  ...letters([0x628], 0xfe8f, true),
  ...letters([0x629], 0xfe93, false),
  ...letters([0x62a, 0x62b, 0x62c, 0x62d, 0x62e], 0xfe95, true),
  ...letters([0x62f, 0x630, 0x631, 0x632], 0xfea9, false),
  ...letters([0x633, 0x634, 0x635, 0x636, 0x637, 0x638, 0x639, 0x63a], 0xfeb1, true),
  ...letters([0x641, 0x642, 0x643, 0x644, 0x645, 0x646, 0x647], 0xfed1, true),
  ...letters([0x648, 0x649], 0xfeed, false),
  ...letters([0x64a], 0xfef1, true),
]);

function letters(
  codes: readonly number[],
  first: number,
  joinsNext: boolean,
): [number, { alone: number; joinsNext: boolean }][] {
  return codes.map((code, i) => [code, { alone: first + i * (joinsNext ? 4 : 2), joinsNext }]);
}

const LAM = 0x644;
/** Lam with one of these is a ligature of two forms. */
const LAM_ALEF: Readonly<Record<number, number>> = { 0x622: 0xfef5, 0x623: 0xfef7, 0x625: 0xfef9, 0x627: 0xfefb };
const MARK = /\p{M}/u;

/** Arabic letters in their contextual forms, in reading order. */
export function joinArabic(text: string): string {
  const codes = [...text].map((letter) => letter.codePointAt(0) as number);
  let joined = '';
  let joinsBefore = false;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] as number;
    const form = FORMS.get(code);
    if (form === undefined) {
      joined += String.fromCodePoint(code);
      if (!MARK.test(String.fromCodePoint(code))) joinsBefore = false;
      continue;
    }
    const ligature = code === LAM ? LAM_ALEF[codes[i + 1] ?? 0] : undefined;
    if (ligature !== undefined) {
      joined += String.fromCodePoint(ligature + Number(joinsBefore));
      joinsBefore = false;
      i++;
      continue;
    }
    const joinsNext = form.joinsNext && followsLetter(codes, i + 1);
    joined += String.fromCodePoint(form.alone + Number(joinsBefore) + (joinsNext ? 2 : 0));
    joinsBefore = form.joinsNext;
  }
  return joined;
}

function followsLetter(codes: readonly number[], from: number): boolean {
  for (let i = from; i < codes.length; i++) {
    const code = codes[i] as number;
    if (FORMS.has(code)) return true;
    if (!MARK.test(String.fromCodePoint(code))) return false;
  }
  return false;
}

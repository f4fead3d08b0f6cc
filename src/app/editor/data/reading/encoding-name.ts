import type { TextEncoding } from '#model/elements/base/reading.ts';

interface EncodingKind {
  readonly name: string;
  /** Languages (BCP 47) or a script (ISO 15924) of the encoding. None for Unicode. */
  readonly languages?: readonly string[];
  readonly script?: string;
}

const KINDS: Readonly<Record<TextEncoding, EncodingKind>> = {
  'utf-8': { name: 'Unicode UTF-8' },
  'utf-16le': { name: 'Unicode UTF-16' },
  'utf-16be': { name: 'Unicode UTF-16 BE' },
  gb18030: { name: 'GBK, GB 18030', languages: ['zh-Hans'] },
  big5: { name: 'Big5', languages: ['zh-Hant'] },
  shift_jis: { name: 'Shift-JIS', languages: ['ja'] },
  'euc-jp': { name: 'EUC-JP', languages: ['ja'] },
  'iso-2022-jp': { name: 'ISO-2022-JP', languages: ['ja'] },
  'euc-kr': { name: 'EUC-KR', languages: ['ko'] },
  'windows-1250': { name: 'Windows 1250', languages: ['pl', 'cs', 'hu'] },
  'windows-1251': { name: 'Windows 1251', script: 'Cyrl' },
  'windows-1252': { name: 'Windows 1252', languages: ['de', 'fr', 'es'] },
  'windows-1253': { name: 'Windows 1253', languages: ['el'] },
  'windows-1254': { name: 'Windows 1254', languages: ['tr'] },
  'windows-1255': { name: 'Windows 1255', languages: ['he'] },
  'windows-1256': { name: 'Windows 1256', languages: ['ar'] },
  'windows-1257': { name: 'Windows 1257', languages: ['lt', 'lv', 'et'] },
  'windows-1258': { name: 'Windows 1258', languages: ['vi'] },
  'windows-874': { name: 'Windows 874', languages: ['th'] },
  'iso-8859-2': { name: 'ISO 8859-2', languages: ['pl', 'cs', 'hu'] },
  'iso-8859-5': { name: 'ISO 8859-5', script: 'Cyrl' },
  'iso-8859-15': { name: 'ISO 8859-15', languages: ['de', 'fr', 'es'] },
  'koi8-r': { name: 'KOI8-R', script: 'Cyrl' },
  'koi8-u': { name: 'KOI8-U', languages: ['uk'] },
  ibm866: { name: 'DOS 866', script: 'Cyrl' },
  macintosh: { name: 'Mac Roman', languages: ['de', 'fr', 'es'] },
  'x-mac-cyrillic': { name: 'Mac', script: 'Cyrl' },
};

/** For example `Russian (KOI8-R)`, in the user's language; the bare name of an encoding that can't be chosen. */
export function encodingName(encoding: string, locale: string): string {
  if (!isTextEncoding(encoding)) return encoding.toUpperCase();
  const { name, languages, script } = KINDS[encoding];
  const whose =
    languages !== undefined
      ? languages.map((language) => nameOf('language', language, locale)).join(', ')
      : script !== undefined
        ? nameOf('script', script, locale)
        : null;
  return whose === null ? name : `${whose} (${name})`;
}

function isTextEncoding(name: string): name is TextEncoding {
  return Object.hasOwn(KINDS, name);
}

function nameOf(type: 'language' | 'script', code: string, locale: string): string {
  const name = new Intl.DisplayNames([locale], { type }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** The encodings of the user's languages (BCP 47) before others; otherwise in order. */
export function likelyFirst(encodings: readonly TextEncoding[], locales: readonly string[]): readonly TextEncoding[] {
  const users = locales.map((locale) => new Intl.Locale(locale).maximize());
  const likely = new Set(encodings.filter((encoding) => users.some((user) => writes(encoding, user))));
  return [...likely, ...encodings.filter((encoding) => !likely.has(encoding))];
}

function writes(encoding: TextEncoding, user: Intl.Locale): boolean {
  const { languages = [], script } = KINDS[encoding];
  if (script !== undefined) return script === user.script;
  const isNamed = (names: readonly string[]): boolean =>
    names.some((name) => {
      const { language, script: own } = new Intl.Locale(name).maximize();
      return language === user.language && own === user.script;
    });
  // Western European encodings cover more languages than are listed.
  const isWestern = languages.includes('de') && user.script === 'Latn';
  return isNamed(languages) || (isWestern && !Object.values(KINDS).some((kind) => isNamed(kind.languages ?? [])));
}

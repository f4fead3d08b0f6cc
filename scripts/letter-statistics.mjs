// node scripts/letter-statistics.mjs: counts how often letters follow each other in each language, in the Unicode
// CLDR's names of countries, languages, scripts, currencies, units, months and time zones and in the texts of antd, and
// writes data-worker/csv/letter-statistics.ts, to be formatted afterwards (npm run format). Run it again only to add a
// language: another version of Node has other names.
import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';

/** Languages whose words are made of letters, with the letters of their ordinary names. */
const ALPHABETIC =
  'en de fr es pt it nl sv da nb fi is ca pl cs sk hu ro hr sl sq lt lv et tr vi ru uk be bg sr mk el he ar fa th';
/** Languages in which a character is a syllable or a word: only the frequency of each is counted. */
/** Letters beyond ASCII of the usual spelling, some of which are rare in names of countries and the like. */
const SPELLED = {
  en: 'éèëêïçñöü',
  de: 'äöüß',
  fr: 'àâæçéèêëîïôœùûü',
  es: 'áéíñóúü',
  pt: 'áâãàçéêíóôõú',
  it: 'àèéìòù',
  nl: 'éëïóö',
  sv: 'åäöé',
  da: 'æøåé',
  nb: 'æøåéòô',
  fi: 'äöå',
  is: 'áéíóúýþæöð',
  ca: 'àçéèíïóòúü',
  pl: 'ąćęłńóśźż',
  cs: 'áčďéěíňóřšťúůýž',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  hu: 'áéíóöőúüű',
  ro: 'ăâîșțşţ',
  hr: 'čćđšž',
  sl: 'čšž',
  sq: 'çë',
  lt: 'ąčęėįšųūž',
  lv: 'āčēģīķļņšūž',
  et: 'äõöüšž',
  tr: 'çğıiöşüâ',
  ru: 'ёъ',
  uk: 'ґ',
  el: 'άέήίόύώϊϋΐΰς',
};
/**
 * Everyday language: words with letters, or letter positions, that are rare in names, and the most frequent characters.
 */
const EVERYDAY = {
  it:
    'perché così università virtù lunedì martedì mercoledì venerdì però può già là giù sì né sé falò comò oblò bambù tribù ' +
    'attività società novità verità età metà papà sofà lassù sarà servirà andò parlò finì partì cioè ahimè canapè bidè purè bebè',
  zh:
    '的一是了我不人在他有这个上们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多然于心学么之都好看起发当没成' +
    '只如事把还用第样道想作种开美总从无情己面最女但现前些所同日手又行意动方期它头经长儿回位分爱老因很给名法间知世什两次使身者被高已其进' +
    '此常与活正感电机器具衣服食品包装塑胶金属钢铁铜铝木纸布棉毛皮油盐糖茶酒米奶肉鱼菜果王李张刘陈杨赵黄周吴徐孙胡朱林何郭马罗梁宋郑谢韩唐' +
    '冯董萧程曹袁邓许傅沈曾彭吕省市区县镇村路街号楼室层单元栋产规格型色红蓝绿白黑价量件箱盒袋瓶公司有限科技业工厂制造质保',
  'zh-Hant':
    '的一是了我不人在他有這個上們來到時大地為子中你說生國年著就那和要她出也得裡後自以會家可下而過天去能對小多然於心學麼之都好看起發當沒成' +
    '只如事把還用第樣道想作種開美總從無情己面最女但現前些所同日手又行意動方期它頭經長回位分愛老因很給名法間知世什兩次使身者被高已其進此' +
    '電機器具衣服食品包裝塑膠金屬鋼鐵銅鋁木紙布棉毛皮油鹽糖茶酒米奶肉魚菜果王李張劉陳楊趙黃周吳徐孫胡朱林何郭馬羅梁宋鄭謝韓唐省市區縣' +
    '鎮村路街號樓室層單元棟產規格型色紅藍綠白黑價量件箱盒袋瓶公司有限科技業工廠製造質保',
  ja:
    '一国人年大十二本中長出三時行見月分後前生五上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校土木聞食車何南万白' +
    '天母火右読友左休父雨県府都市区町村丁目番地号佐藤鈴木橋田伊渡辺林加吉井池石松清株式会社工場製造品価格数量色赤青緑黒のはにをたがでてと',
  fr: 'œuvre cœur sœur nœud bœuf vœu œil mœurs où là déjà voilà dès près très après où forêt tête fête bête être même hôtel côté',
};
const SYLLABIC = ['zh', 'zh-Hant', 'ja', 'ko'];
const SYLLABLE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
/** Costs are written as one character each, in steps of a quarter bit, from '0' up. '~' is the highest. */
const STEPS_PER_BIT = 4;
const FIRST_CODE = 0x30;
const LAST_CODE = 0x7e;
/** Letters below this share of a language's letters are not its own. */
const MIN_SHARE = 0.0002;
/** Weight of a character of everyday language, relative to one occurrence in a name. */
const EVERYDAY_COUNT = 20;
/** Minimum weight of each spelled letter, as a share of all. */
const SPELLED_SHARE = 0.0008;
/** Weight of the frequency of a single letter for rare pairs. */
const SMOOTHING = 14;

const ANTD_LOCALES = {
  ...Object.fromEntries(
    'en_GB de_DE fr_FR es_ES pt_BR it_IT nl_NL sv_SE da_DK nb_NO fi_FI is_IS ca_ES pl_PL cs_CZ sk_SK hu_HU ro_RO hr_HR sl_SI'
      .concat(' sq_AL lt_LT lv_LV et_EE tr_TR vi_VN ru_RU uk_UA bg_BG mk_MK el_GR he_IL ar_EG fa_IR th_TH ja_JP ko_KR')
      .split(' ')
      .map((name) => [name.slice(0, 2), name]),
  ),
  be: 'by_BY',
  zh: 'zh_CN',
  'zh-Hant': 'zh_TW',
};
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const codes = {
  region: [...pairs(LETTERS.toUpperCase())],
  language: [...pairs(LETTERS), ...triples(LETTERS)],
  script: [...triples(LETTERS)].flatMap((code) => [...LETTERS].map((last) => code + last)),
  currency: Intl.supportedValuesOf('currency'),
};
const root = Object.fromEntries(
  Object.entries(codes).map(([type, all]) => {
    const names = new Intl.DisplayNames(['en'], { type, fallback: 'none' });
    return [type, all.filter((code) => names.of(code) !== undefined)];
  }),
);

function* pairs(letters) {
  for (const a of letters) for (const b of letters) yield a + b;
}

function* triples(letters) {
  for (const pair of pairs(letters)) for (const c of letters) yield pair + c;
}

const require = createRequire(import.meta.url);
/** The texts of antd's buttons, calendars and messages in a language. */
function textsOfAntd(locale) {
  const name = ANTD_LOCALES[locale];
  const texts = [];
  const walk = (value) => {
    if (typeof value === 'string') texts.push(value.replaceAll(/\$\{\w+\}/g, ' '));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  if (name !== undefined) walk(require(`antd/lib/locale/${name}`).default);
  return texts;
}

function namesIn(locale) {
  const names = [...textsOfAntd(locale), ...(EVERYDAY[locale]?.split(' ') ?? [])];
  for (const [type, all] of Object.entries(root)) {
    const display = new Intl.DisplayNames([locale], { type, fallback: 'none' });
    names.push(...all.map((code) => display.of(code) ?? ''));
  }
  for (const unit of Intl.supportedValuesOf('unit')) {
    for (const count of [1, 2, 5]) {
      names.push(new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count));
    }
  }
  for (let day = 0; day < 365; day += 5) {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', calendar: 'gregory', timeZone: 'UTC' });
    names.push(format.format(day * 86_400_000));
  }
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric', hour: 'numeric' });
    names.push(format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? '');
  }
  return [...new Set(names)];
}

function codeOf(probability) {
  const code = FIRST_CODE + Math.round(-Math.log2(probability) * STEPS_PER_BIT);
  // A backslash and a quote would have to be escaped.
  const safe = code === 0x5c ? 0x5d : code;
  return String.fromCharCode(Math.min(safe, LAST_CODE));
}

/** `letters` has the end of a word, a blank, first; `pairs` a row for each letter with the cost of each next letter. */
function pairStatistics(locale) {
  const words = new Set(
    namesIn(locale).flatMap(
      (name) =>
        name
          .toLowerCase()
          .normalize('NFC')
          .replaceAll('\u0307', '')
          .match(/[\p{L}\p{M}]+/gu) ?? [],
    ),
  );
  const single = new Map();
  const double = new Map();
  const add = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const word of words) {
    for (const letter of `${word} `) add(single, letter);
    let before = ' ';
    for (const letter of `${word} `) {
      add(double, before + letter);
      before = letter;
    }
  }
  const total = [...single.values()].reduce((sum, count) => sum + count, 0);
  const script = new Intl.Locale(locale).maximize().script;
  const own = new RegExp(`\\p{Script=${script}}|\\p{M}`, 'u');
  for (const letter of SPELLED[locale] ?? '') {
    single.set(letter, Math.max(single.get(letter) ?? 0, total * SPELLED_SHARE));
  }
  const isOwn = (letter) => own.test(letter) && single.get(letter) / total >= MIN_SHARE;
  const ascii = script === 'Latn' ? [...LETTERS] : [];
  const letters = [
    ' ',
    ...new Set([...ascii, ...[...single.keys()].filter((letter) => letter !== ' ' && isOwn(letter))]),
  ];
  const share = (letter) => ((single.get(letter) ?? 0) + 1) / (total + letters.length);
  const rows = letters.map((before) => {
    const seen = letters.reduce((sum, letter) => sum + (double.get(before + letter) ?? 0), 0);
    return letters.map((letter) =>
      codeOf(((double.get(before + letter) ?? 0) + SMOOTHING * share(letter)) / (seen + SMOOTHING)),
    );
  });
  return { letters: letters.join(''), pairs: rows.flat().join('') };
}

function syllableStatistics(locale) {
  const counts = new Map();
  for (const name of namesIn(locale)) {
    for (const syllable of name.match(SYLLABLE) ?? []) counts.set(syllable, (counts.get(syllable) ?? 0) + 1);
  }
  for (const syllable of EVERYDAY[locale] ?? '') counts.set(syllable, (counts.get(syllable) ?? 0) + EVERYDAY_COUNT);
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([syllable]) => syllable)
    .join('');
}

const union = (locales) => locales.map((locale) => `'${locale}'`).join(' | ');
const alphabetic = ALPHABETIC.split(' ').map((locale) => {
  const { letters, pairs: costs } = pairStatistics(locale);
  return `  ${locale}: {\n    letters: '${letters}',\n    pairs:\n      '${costs}',\n  },\n`;
});
const syllabic = SYLLABIC.map((locale) => {
  const key = /^\w+$/.test(locale) ? locale : `'${locale}'`;
  return `  ${key}:\n    '${syllableStatistics(locale)}',\n`;
});
writeFileSync(
  new URL('../data-worker/csv/letter-statistics.ts', import.meta.url),
  `// Written by scripts/letter-statistics.mjs from the names in the Unicode CLDR ${process.versions.cldr} (Unicode License v3).

/** How often letters follow each other in a language. */
export interface PairStatistics {
  /** The language's letters, small; the blank before and after a word is the first. */
  readonly letters: string;
  /** A row for each letter with the cost of each letter behind it, one character each: quarters of a bit from '0' up. */
  readonly pairs: string;
}

export type AlphabeticLanguage = ${union(ALPHABETIC.split(' '))};
export type SyllabicLanguage = ${union(SYLLABIC)};

export const PAIR_STATISTICS: Readonly<Record<AlphabeticLanguage, PairStatistics>> = {
${alphabetic.join('')}};

/** The characters of a language, the most frequent first. */
export const SYLLABLES: Readonly<Record<SyllabicLanguage, string>> = {
${syllabic.join('')}};
`,
);

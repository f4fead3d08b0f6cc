import { spawnSync } from 'node:child_process';

/** Words of label tables in one language, and the encodings in which its users save them. */
interface TableWords {
  readonly headings: string;
  readonly people: string;
  readonly streets: string;
  readonly cities: string;
  readonly products: string;
  /** The names that iconv has for them. */
  readonly encodings: string;
}

/** Items are separated by `/`. */
const WORDS = {
  en: {
    headings: 'Item/Name/Address/Town/Price £',
    people: 'Zoë Brontë/Seán O’Brien/Chloë Hartley/Renée Smith/John Fielding/Siân Powell/Beyoncé Jones',
    streets: '14 Café Row/221 Baker Street/7 Château Close/3 Mill Lane',
    cities: 'Belfast/Leeds/Llandâf/Bury St Edmunds',
    products: 'Crème brûlée mix/Jalapeño crisps/Piñata large/Naïve poster/Oat flakes/Façade paint/Décor candle',
    encodings: 'CP1252 ISO-8859-1 ISO-8859-15 UTF-8 UTF-16',
  },
  de: {
    headings: 'Bezeichnung/Empfänger/Straße/Ort/Stückpreis',
    people: 'Jörg Schäfer/Günther Weiß/Käthe Böhm/Änne Lüdtke/Björn Strauß/Hans Vogel/Ötzi Krüger',
    streets: 'Königsallee 4/Mühlenweg 17/Am Bühl 3/Große Gasse 9/Bahnhofstr. 22/Übersee-Ring 1',
    cities: 'Nürnberg/Düsseldorf/Gießen/Saarbrücken/Lübeck/Görlitz/Bremen',
    products:
      'Dübel verzinkt/Heißkleber/Fußmatte grün/Gewürzgurken/Öl für Sägen/Brötchentüte/Kühlschrank/Schlüsselbund',
    encodings: 'CP1252 ISO-8859-1 ISO-8859-15 UTF-8 UTF-16 CP1250',
  },
  fr: {
    headings: 'Désignation/Prénom/Adresse/Ville/Quantité',
    people: 'Gaëlle Lefèvre/Jérôme Besançon/Anaïs Prévôt/Benoît Guérin/Zoé Hébert/Maïté Crépin/Luc Martin',
    streets: '8 allée des Chênes/12 rue du Marché/3 quai Voltaire/27 boulevard de la Liberté/5 impasse des Frères',
    cities: 'Orléans/Nîmes/Châteauroux/Saint-Étienne/Évreux/Mâcon/Paris',
    products:
      'Crêpière électrique/Pâté de campagne/Rideau à œillets/Poêle émaillée/Gelée de mûres/Clé à douille/Fenêtre',
    encodings: 'CP1252 ISO-8859-15 UTF-8 UTF-16',
  },
  es: {
    headings: 'Descripción/Señor(a)/Dirección/Población/Precio',
    people: 'Íñigo Ibáñez/Begoña Núñez/Andrés Gutiérrez/María Ángeles Peña/Óscar Cañizares/Inés Martín/Jesús Ordóñez',
    streets: 'C/ Sepúlveda 14/Avenida de la Constitución 3/Plaza Mayor 1/Calle del Niño 22/Camino Ñuñoa 9',
    cities: 'A Coruña/Cádiz/Logroño/León/Almería/Ávila/Burgos/Jaén',
    products: 'Jamón ibérico/Pañuelos de algodón/Azúcar moreno/Leña seca/Lápiz rojo/Champú niños/Sillón plegable',
    encodings: 'CP1252 ISO-8859-1 ISO-8859-15 UTF-8 UTF-16',
  },
  pt: {
    headings: 'Descrição/Endereço/Município/Preço/Código',
    people: 'João Conceição/Inês Magalhães/Antônio Araújo/Lúcia Guimarães/Sebastião Simões/Vitória Brandão/Rui Costa',
    streets: 'Rua São Bento 45/Avenida Getúlio Vargas 7/Travessa das Flores 3/Praça da República 12',
    cities: 'São Luís/Brasília/Maceió/Évora/Guimarães/Goiânia/Porto',
    products: 'Feijão preto/Maçã verde/Pão de queijo/Avelã torrada/Calção de banho/Óculos escuros/Limão siciliano/Açaí',
    encodings: 'CP1252 ISO-8859-1 ISO-8859-15 UTF-8 UTF-16',
  },
  it: {
    headings: 'Descrizione/Quantità/Indirizzo/Città/Qualità',
    people: 'Niccolò Salvò/Nicolò D’Alò/Mosè Cantù/Carlo Rossi/Noè Forlì/Desirée Bianchi',
    streets: 'Via della Libertà 3/Corso Unità d’Italia 18/Largo Gesù 2/Via Roma 100',
    cities: 'Forlì/Cefalù/Cantù/Milano/Mondovì/Agliè/Muggiò',
    products:
      'Caffè macinato/Tiramisù/Babà al rum/Tè alla pesca/Più gusto/Ragù di cinghiale/Bontà di frutta/Lampada blu',
    encodings: 'CP1252 ISO-8859-1 ISO-8859-15 UTF-8 UTF-16',
  },
  sv: {
    headings: 'Benämning/Förnamn/Gatuadress/Ort/À-pris',
    people: 'Åke Sjögren/Märta Björklund/Göran Öberg/Stina Håkansson/Sören Ångström/Anna Lind/Örjan Fält',
    streets: 'Kungsgränd 4/Östra Hamngatan 12/Sjövägen 8/Åsgatan 31/Björkallén 2',
    cities: 'Malmö/Göteborg/Örebro/Växjö/Umeå/Östersund/Lund',
    products: 'Knäckebröd/Rågmjöl/Tvättmedel/Köttbullar/Hönsägg/Träskruv/Blåbärssoppa/Gräddfil/Skåp',
    encodings: 'CP1252 ISO-8859-1 ISO-8859-15 UTF-8 UTF-16',
  },
  pl: {
    headings: 'Nazwa/Imię/Adres/Miejscowość/Ilość',
    people: 'Łukasz Wójcik/Małgorzata Gołąb/Stanisław Dąbrowski/Agnieszka Żak/Zdzisław Pająk/Michał Kuś/Jan Lis',
    streets: 'ul. Świętojańska 5/ul. Zwycięstwa 12/al. Niepodległości 8/ul. Długa 3/os. Piękne 14',
    cities: 'Gdańsk/Wrocław/Poznań/Częstochowa/Rzeszów/Toruń/Bielsko-Biała/Radom',
    products: 'Śrubokręt krzyżowy/Mąka żytnia/Twaróg półtłusty/Gwoździe/Łyżka stołowa/Żarówka/Kołdra zimowa/Sól',
    encodings: 'CP1250 ISO-8859-2 UTF-8 UTF-16',
  },
  cs: {
    headings: 'Označení/Příjmení/Ulice/Město/Množství',
    people: 'Jiří Svěrák/Božena Němcová/Zdeněk Šťastný/Růžena Křížová/Tomáš Hašek/Květa Žáčková/Petr Havel',
    streets: 'Náměstí Míru 7/Dlouhá třída 11/U Kříže 3/Na Příkopě 22/Štefánikova 5',
    cities: 'Plzeň/Olomouc/Ústí nad Labem/Hradec Králové/Děčín/České Budějovice/Zlín',
    products: 'Šroubovák křížový/Mléčná rýže/Třešňový džem/Dřevěná lžíce/Ponožky dětské/Kuřecí řízek/Žehlička/Mýdlo',
    encodings: 'CP1250 ISO-8859-2 UTF-8 UTF-16',
  },
  tr: {
    headings: 'Ürün adı/Müşteri/Açık adres/Şehir/Ağırlık',
    people: 'Çağla Öztürk/Gökhan Yıldız/Şükrü Güneş/İbrahim Doğan/Ayşe Kılıç/Oğuz Işık/Ali Demir',
    streets: 'Atatürk Bulvarı 12/Çınar Sokağı 4/Gül Caddesi 9/İnönü Mahallesi 3',
    cities: 'Eskişehir/Muğla/Diyarbakır/Kırıkkale/Çanakkale/Iğdır/Ankara',
    products: 'Çilek reçeli/Yeşil biber/Bulaşık süngeri/Kırmızı mercimek/Süt kaymağı/Zeytinyağı/Düğme/Fıstık ezmesi',
    encodings: 'CP1254 UTF-8 UTF-16',
  },
  el: {
    headings: 'Περιγραφή/Επώνυμο/Διεύθυνση/Πόλη/Τιμή',
    people: 'Γιώργος Οικονόμου/Ελένη Δημητρίου/Κώστας Γεωργίου/Μαρία Βλάχου/Νίκος Αγγελής',
    streets: 'Λεωφόρος Κηφισίας 12/Ερμού 45/Πλατεία Αριστοτέλους 3',
    cities: 'Θεσσαλονίκη/Πάτρα/Ηράκλειο/Λάρισα/Βόλος',
    products: 'Ελαιόλαδο εξαιρετικό/Φέτα βαρέλι/Μέλι θυμαρίσιο/Κατσαβίδι/Σαπούνι/Ρίγανη/Λάμπα φθορίου',
    encodings: 'CP1253 UTF-8 UTF-16',
  },
  ru: {
    headings: 'Наименование/Фамилия/Улица/Город/Кол-во',
    people: 'Сергей Кузнецов/Ольга Смирнова/Дмитрий Щукин/Анна Ёлкина/Игорь Соболев/Юлия Фёдорова',
    streets: 'ул. Ленина, д. 5/пр. Мира 17/Садовая ул. 3/наб. реки Фонтанки 21',
    cities: 'Екатеринбург/Новосибирск/Тверь/Ярославль/Казань/Уфа/Челябинск',
    products: 'Гречка ядрица/Отвёртка крестовая/Мыло хозяйственное/Сгущёнка/Лампочка/Гвозди/Сыр плавленый/Подшипник',
    encodings: 'CP1251 KOI8-R CP866 UTF-8 UTF-16',
  },
  zh: {
    headings: '品名/客户/收货地址/城市/单价',
    people: '赵敏/陈建国/刘晓燕/周杰/黄志强/欧阳雪/孙丽华/吴刚',
    streets: '人民路12号/中山大道88号/建设街5弄/科技园南区3栋',
    cities: '杭州/成都/武汉市/青岛/哈尔滨/苏州工业园区',
    products: '轴承座/六角螺母/酱油五百毫升/纯棉毛巾/蓝牙耳机/电热水壶/绿茶礼盒/塑料袋/铝合金门/冷冻虾仁',
    encodings: 'GB18030 GBK UTF-8 UTF-16',
  },
  'zh-Hant': {
    headings: '品項/客戶/送貨地址/縣市/單價',
    people: '蔡英明/吳淑芬/張家豪/黃雅婷/劉建宏/鄭麗華',
    streets: '忠孝東路四段10號/民權西路5號/中華路二段33巷',
    cities: '桃園/臺南/新竹市/嘉義/基隆',
    products: '軸承座/六角螺帽/醬油膏/純棉毛巾/藍牙耳機/電熱水壺/烏龍茶禮盒/塑膠袋/鋁門窗/冷凍蝦仁',
    encodings: 'BIG5 UTF-8 UTF-16',
  },
  ja: {
    headings: '品目/お客様名/住所/市区町村/単価',
    people: '高橋健一/渡辺美咲/山本翔太/中村さくら/小林ひろし/加藤あゆみ',
    streets: '中央区銀座3-5/港区赤坂1丁目/北区梅田2番地',
    cities: '横浜市/名古屋/札幌市/福岡/さいたま市/仙台',
    products:
      'ボールペン黒/六角ボルト/しょうゆ/綿タオル/ワイヤレスイヤホン/電気ケトル/緑茶ギフト/ポリ袋/冷凍エビ/せっけん',
    encodings: 'CP932 EUC-JP UTF-8 UTF-16',
  },
} as const satisfies Readonly<Record<string, TableWords>>;

/** Symbols of measures and prices, for each encoding those that it has. */
const SIGNS: Readonly<Record<string, string>> = {
  CP1252: '10 µm/Ø 12/½ kg/25 °C/9,90 €/3 × 4/5 m²/±2 mm',
  'ISO-8859-1': '10 µm/Ø 12/½ kg/25 °C/3 × 4/5 m²/±2 mm',
  'ISO-8859-15': '10 µm/Ø 12/25 °C/9,90 €/3 × 4/5 m²/±2 mm',
  CP1250: '10 µm/25 °C/9,90 €/3 × 4/±2 mm',
  'ISO-8859-2': '25 °C/3 × 4',
  CP1254: '10 µm/½ kg/25 °C/9,90 €/3 × 4/5 m²',
  CP1253: '10 µm/½ kg/25 °C/9,90 €/±2 mm',
  CP1251: '10 µm/25 °C/9,90 €/№ 7/±2 mm',
  'KOI8-R': '25 °C/5 m²',
  CP866: '25 °C/№ 7',
  GB18030: '25℃/3×4/±2 mm',
  GBK: '25℃/3×4/±2 mm',
  BIG5: '25℃/3×4/±2 mm',
  CP932: '25℃/3×4/±2 mm',
  'EUC-JP': '25℃/3×4/±2 mm',
};
const ALL_SIGNS = '10 µm/Ø 12/½ kg/25 °C/9,90 €/3 × 4/5 m²/№ 7';
const PLAIN = 'A-100/00123/9.99/4006381333931/12 kg/XL/2026-03-17/M8x40/SKU 77/250 ml';

/** Separator of the texts in iconv's input: no encoding uses it, and no table has it. */
const END = '\u0001';

export interface EncodedTable {
  readonly language: string;
  /** Name of the encoding in iconv; `UTF-16` with a byte order mark. */
  readonly encoding: string;
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Tables as users save them: from one row to some dozens, in mixed case or in capitals, with and without headings' words. */
export function createEncodedTables(count: number, seed: number): readonly EncodedTable[] {
  const random = createRandom(seed);
  const kinds = Object.entries(WORDS).flatMap(([language, words]) =>
    words.encodings.split(' ').map((encoding) => ({ language, words, encoding })),
  );
  const drafts = Array.from({ length: count }, (_each, i) => {
    const { language, words, encoding } = kinds[i % kinds.length] as (typeof kinds)[number];
    return { language, encoding, text: createText(words, SIGNS[encoding] ?? ALL_SIGNS, random) };
  });
  const tables: EncodedTable[] = [];
  for (const encoding of new Set(drafts.map((draft) => draft.encoding))) {
    const own = drafts.filter((draft) => draft.encoding === encoding);
    const encoded = encodeAll(
      own.map(({ text }) => text),
      encoding,
    );
    tables.push(...own.map((draft, i) => ({ ...draft, bytes: encoded[i] as Uint8Array })));
  }
  return tables;
}

function createRandom(seed: number): (limit: number) => number {
  let state = seed >>> 0 || 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

function createText(words: TableWords, signs: string, random: (limit: number) => number): string {
  const pick = (items: string): string => {
    const all = items.split('/');
    return all[random(all.length)] as string;
  };
  const rowCount = [1, 1, 2, 3, 3, 5, 8, 12, 20, 60][random(10)] as number;
  const inCapitals = random(3) === 0;
  const delimiter = [';', ',', '\t'][random(3)] as string;
  const lineEnd = random(2) === 0 ? '\r\n' : '\n';
  const contents: readonly string[] = [words.people, words.streets, words.cities, words.products, signs, PLAIN];
  const columns = Array.from({ length: 1 + random(4) }, () => contents[random(contents.length)] as string);
  const headings = columns.map((_each, i) => (random(3) === 0 ? pick(words.headings) : `Column${i + 1}`));
  const rows = Array.from({ length: rowCount }, () => columns.map((items) => pick(items)));
  const text = [headings, ...rows]
    .map((cells) => cells.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter) + lineEnd)
    .join('');
  return inCapitals ? text.replaceAll('µ', '\u0002').toUpperCase().replaceAll('\u0002', 'µ') : text;
}

/** In one run of iconv. Throws for a text that the encoding cannot express. */
function encodeAll(texts: readonly string[], encoding: string): readonly Uint8Array[] {
  if (encoding === 'UTF-16') return texts.map((text) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')));
  const plain = texts.map((text) => (/^ISO|^KOI|^CP866|^BIG5|^EUC/.test(encoding) ? text.replaceAll('’', "'") : text));
  const { status, stdout, stderr } = spawnSync('iconv', ['-f', 'UTF-8', '-t', encoding], {
    input: plain.join(END),
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`iconv to ${encoding}: ${stderr.toString()}`);
  const encoded: Uint8Array[] = [];
  for (let from = 0; from <= stdout.length;) {
    const end = stdout.indexOf(1, from);
    const to = end < 0 ? stdout.length : end;
    encoded.push(new Uint8Array(stdout.subarray(from, to)));
    from = to + 1;
  }
  return encoded;
}

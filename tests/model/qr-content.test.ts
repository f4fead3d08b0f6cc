import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQrContent, QR_CONTENT, QR_KINDS } from '#model/symbology/qr-content/kinds.ts';
import { isCreditorReference, isIban, isQrReference } from '#model/symbology/qr-content/swiss-bill.ts';
import { octetsOf, type QrValues } from '#model/symbology/qr-content/types.ts';

const { url, wifi, vcard, email, sms, swissBill } = QR_CONTENT;
const codes = (kind: keyof typeof QR_CONTENT, values: QrValues): string[] =>
  QR_CONTENT[kind].check(values).map(({ field, code }) => `${field}: ${code}`);

describe('Wi-Fi', () => {
  test("has ZXing's form and escapes", () => {
    const values = { ssid: '"foo;bar\\baz"', security: 'WPA', key: 'a:b,c;d\\e"', hidden: 'yes' };
    // The name is the example of ZXing's page on barcode contents.
    expect(wifi.make(values)).toBe('WIFI:T:WPA;S:\\"foo\\;bar\\\\baz\\";P:a\\:b\\,c\\;d\\\\e\\";H:true;;');
    expect(wifi.parse(wifi.make(values))).toEqual(values);
  });
  test('is parsed in any order, with a quoted name, and without a key', () => {
    expect(wifi.parse('WIFI:S:"ABCD";P:password1;T:WPA;;')).toMatchObject({ ssid: 'ABCD', key: 'password1' });
    expect(wifi.parse('WIFI:S:open;;')).toEqual({ ssid: 'open', security: 'nopass', key: '', hidden: 'no' });
    expect(wifi.parse('WIFI:T:WPA2-EAP;S:x;;')).toBeNull();
  });
  test('rejects names and keys that no network has', () => {
    expect(codes('wifi', { ssid: '', key: '1234567' })).toEqual(['ssid: ssid', 'key: wpaKey']);
    expect(codes('wifi', { ssid: 'ä'.repeat(17), key: 'a'.repeat(64) })).toEqual(['ssid: ssid']);
    expect(codes('wifi', { ssid: 'x', key: '123456', security: 'WEP' })).toEqual(['key: wepKey']);
    expect(codes('wifi', { ssid: 'x', security: 'nopass' })).toEqual([]);
  });
  test('survives writing and parsing', () => {
    const text = fc.string({ minLength: 8, maxLength: 30 });
    fc.assert(
      fc.property(text, text, (ssid, key) => {
        const values = { ssid, key, security: 'WPA', hidden: 'no' };
        expect(wifi.parse(wifi.make(values))).toEqual(values);
      }),
    );
  });
});

describe('vCard', () => {
  test('escapes, and folds after 75 octets and never within a character', () => {
    const note = `Semi; comma, back\\slash\n${'ä€😀'.repeat(30)}`;
    const made = vcard.make({ first: 'Ada', last: 'Lovelace', note, version: '4.0' });
    expect(made.split('\n').slice(0, 4)).toEqual([
      'BEGIN:VCARD',
      'VERSION:4.0',
      'N:Lovelace;Ada;;;',
      'FN:Ada Lovelace',
    ]);
    expect(made).toContain('NOTE:Semi\\; comma\\, back\\\\slash\\n');
    expect(Math.max(...made.split('\n').map(octetsOf))).toBeLessThanOrEqual(75);
    expect(made).not.toMatch(/[\uD800-\uDBFF]\n/);
    expect(vcard.parse(made)).toMatchObject({ first: 'Ada', last: 'Lovelace', note, version: '4.0' });
  });
  test('parses the card of RFC 2426, section 7', () => {
    const card = [
      'BEGIN:vCard',
      'VERSION:3.0',
      'FN:Frank Dawson',
      'ORG:Lotus Development Corporation',
      'ADR;TYPE=WORK,POSTAL,PARCEL:;;6544 Battleford Drive',
      ' ;Raleigh;NC;27613-3502;U.S.A.',
      'TEL;TYPE=VOICE,MSG,WORK:+1-919-676-9515',
      'TEL;TYPE=FAX,WORK:+1-919-676-9564',
      'EMAIL;TYPE=INTERNET,PREF:Frank_Dawson@Lotus.com',
      'URL:http://home.earthlink.net/~fdawson',
      'END:vCard',
    ].join('\r\n');
    expect(vcard.parse(card)).toMatchObject({
      first: 'Frank Dawson',
      org: 'Lotus Development Corporation',
      street: '6544 Battleford Drive',
      city: 'Raleigh',
      zip: '27613-3502',
      country: 'U.S.A.',
      phone: '+1-919-676-9515',
      email: 'Frank_Dawson@Lotus.com',
      url: 'http://home.earthlink.net/~fdawson',
    });
  });
  test('needs a name, and valid addresses', () => {
    expect(codes('vcard', { phone: 'call me', email: 'x@y', url: 'example.com' })).toEqual([
      'first: name',
      'phone: phone',
      'email: email',
      'url: url',
    ]);
    expect(codes('vcard', { org: 'ACME' })).toEqual([]);
  });
  test('survives writing and parsing', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((value) => value.replace(/[\r\n]/g, ' ').trim());
    fc.assert(
      fc.property(text, text, text, (last, city, note) => {
        const values = { first: 'A', last, city, note, version: '3.0', street: 'x;y\\' };
        const read = vcard.parse(vcard.make(values)) ?? {};
        expect({ ...read, note: read['note'] ?? '' }).toMatchObject(values);
      }),
    );
  });
});

describe('addresses', () => {
  test('e-mail is encoded as in RFC 6068', () => {
    const values = { email: 'gorby%kremvax@example.com', subject: 'Caf\u00E9 & more', body: 'one\ntwo' };
    const made = 'mailto:gorby%25kremvax@example.com?subject=Caf%C3%A9%20%26%20more&body=one%0D%0Atwo';
    expect(email.make(values)).toBe(made);
    expect(email.parse(made)).toEqual(values);
    expect(email.parse('mailto:a@example.com?cc=b@example.com')).toBeNull();
    expect(codes('email', { email: 'nobody' })).toEqual(['email: email']);
  });
  test('a text message is parsed in both forms', () => {
    expect(sms.make({ phone: '+41 79 123-45 67', body: 'Hi: there' })).toBe('SMSTO:+41791234567:Hi: there');
    expect(sms.parse('SMSTO:+41791234567:Hi: there')).toEqual({ phone: '+41791234567', body: 'Hi: there' });
    expect(sms.parse('sms:+15105550101?body=hello%20there')).toEqual({ phone: '+15105550101', body: 'hello there' });
    expect(codes('sms', { phone: 'none' })).toEqual(['phone: phone']);
  });
  test('a web address has its scheme and no blanks', () => {
    expect(codes('url', { url: 'https://example.com/a?b=c#d' })).toEqual([]);
    for (const wrong of ['', 'example.com', 'https://', 'https://exa mple.com', 'javascript:alert(1)'])
      expect(codes('url', { url: wrong }), wrong).toEqual(['url: url']);
    expect(url.parse('https://example.com')).toEqual({ url: 'https://example.com' });
  });
});

/** The numbers of the example of the Implementation Guidelines, annex A. */
const BILL = {
  iban: 'CH44 3199 9123 0008 8901 2',
  creditorName: 'Robert Schneider AG',
  creditorStreet: 'Rue du Lac',
  creditorHouse: '1268',
  creditorZip: '2501',
  creditorTown: 'Biel',
  creditorCountry: 'CH',
  amount: '1949.75',
  currency: 'CHF',
  debtorName: 'Pia-Maria Rutschmann-Schnyder',
  debtorStreet: 'Grosse Marktgasse',
  debtorHouse: '28',
  debtorZip: '9400',
  debtorTown: 'Rorschach',
  debtorCountry: 'CH',
  reference: '21 00000 00003 13947 14300 09017',
  message: 'Order of 15 June 2020',
};

describe('Swiss QR bill', () => {
  test('has the lines of the guidelines', () => {
    expect(swissBill.check(BILL)).toEqual([]);
    expect(swissBill.make(BILL).split('\n')).toEqual(
      [
        ['SPC', '0200', '1', 'CH4431999123000889012'],
        ['S', 'Robert Schneider AG', 'Rue du Lac', '1268', '2501', 'Biel', 'CH'],
        ['', '', '', '', '', '', ''],
        ['1949.75', 'CHF'],
        ['S', 'Pia-Maria Rutschmann-Schnyder', 'Grosse Marktgasse', '28', '9400', 'Rorschach', 'CH'],
        ['QRR', '210000000003139471430009017', 'Order of 15 June 2020', 'EPD'],
      ].flat(),
    );
    const content = swissBill.make(BILL);
    const read = swissBill.parse(content.replaceAll('\n', '\r\n'));
    expect(swissBill.make(read ?? {})).toBe(content);
  });
  test('a plain account has a creditor reference or none', () => {
    const plain = { ...BILL, iban: 'CH5800791123000889012' };
    expect(codes('swissBill', { ...plain, reference: 'RF18 5390 0754 7034' })).toEqual([]);
    expect(codes('swissBill', { ...plain, reference: '' })).toEqual([]);
    expect(swissBill.make({ ...plain, reference: '' }).split('\n')[27]).toBe('NON');
    expect(codes('swissBill', plain)).toEqual(['reference: referenceForbidden']);
    expect(codes('swissBill', { ...plain, reference: 'RF19539007547034' })).toEqual(['reference: creditorReference']);
    expect(codes('swissBill', { ...BILL, reference: '' })).toEqual(['reference: qrReference']);
  });
  test('check digits', () => {
    expect(isIban('CH5800791123000889012')).toBe(true);
    expect(isIban('CH5800791123000889013')).toBe(false);
    expect(isIban('DE89370400440532013000')).toBe(false);
    expect(isQrReference('210000000003139471430009017')).toBe(true);
    expect(isQrReference('210000000003139471430009018')).toBe(false);
    expect(isCreditorReference('RF18539007547034')).toBe(true);
    expect(isCreditorReference('RF18539007547035')).toBe(false);
  });
  test('limits of lengths, characters and amounts', () => {
    expect(codes('swissBill', { ...BILL, creditorName: 'x'.repeat(71), creditorTown: '東京' })).toEqual([
      'creditorName: length',
      'creditorTown: character',
    ]);
    expect(codes('swissBill', { ...BILL, amount: '1949.755' })).toEqual(['amount: amount']);
    expect(codes('swissBill', { ...BILL, amount: '0' })).toEqual([]);
    expect(codes('swissBill', { ...BILL, message: 'x'.repeat(100), billInformation: 'y'.repeat(41) })).toEqual([
      'message: messageLength',
    ]);
    expect(codes('swissBill', { ...BILL, debtorZip: '', debtorCountry: 'Schweiz' })).toEqual([
      'debtorZip: required',
      'debtorCountry: country',
    ]);
  });
  test('content that would lose a part is not parsed', () => {
    const lines = swissBill.make(BILL).split('\n');
    expect(swissBill.parse(lines.with(4, 'K').join('\n'))).toBeNull();
    expect(swissBill.parse([...lines, '', 'eBill/B/41010560425610173'].join('\n'))).toBeNull();
  });
});

test('each content is recognized as its kind', () => {
  const samples = {
    url: { url: 'https://example.com' },
    wifi: { ssid: 'x', key: '12345678' },
    vcard: { first: 'A' },
    email: { email: 'a@example.com' },
    sms: { phone: '1' },
    swissBill: BILL,
  };
  for (const kind of QR_KINDS) expect(parseQrContent(QR_CONTENT[kind].make(samples[kind]))?.kind).toBe(kind);
  expect(parseQrContent('just a text')).toBeNull();
});

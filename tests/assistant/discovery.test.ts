import { decode, encode, type Answer } from 'dns-packet';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFoundPrinters } from '#print-assistant/discovery/found-printer.ts';
import { createNeighbourhood, isOnLink, linksOf } from '#print-assistant/discovery/links.ts';
import { createServiceRecords, type Service } from '#print-assistant/discovery/service-records.ts';
import { placesOf } from '#print-assistant/printers/printer-place.ts';
import { recordsOf, type AnnouncedService } from '#tests/support/mdns-responder.ts';

const RAW = '_pdl-datastream._tcp.local';
const IPP = '_ipp._tcp.local';
const ZEBRA: AnnouncedService = {
  instance: 'Zebra ZD420',
  type: RAW,
  host: 'zebra-1a2b.local',
  address: '192.0.2.7',
  port: 9100,
  txt: { ty: 'Zebra ZD420-203dpi', pdl: 'application/octet-stream' },
};
const OFFICE: AnnouncedService = {
  instance: 'Office [AB12CD]',
  type: IPP,
  host: 'office.local',
  address: '192.0.2.9',
  port: 631,
  txt: { ty: 'ACME Laser 9', rp: 'ipp/print', pdl: 'application/pdf,image/pwg-raster', UUID: 'aa-bb' },
};

/** Encoded as on the network. */
function sent(records: readonly Answer[]): readonly Answer[] {
  return decode(encode({ type: 'response', answers: [...records] })).answers ?? [];
}

function heard(...announced: readonly AnnouncedService[]): readonly Service[] {
  const records = createServiceRecords();
  for (const service of announced) records.take(sent(recordsOf(service)), 0);
  return records.services(0);
}

const isNear = (address: string): boolean => address.startsWith('192.0.2.');

describe('services from the network', () => {
  test('are listed once complete, in any order of their records', () => {
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ]) {
      const announced = recordsOf(ZEBRA);
      const records = createServiceRecords();
      records.take(sent(order.map((i) => announced[i] ?? expect.fail())), 0);
      expect(records.services(0)).toMatchObject([
        { type: RAW, instance: 'Zebra ZD420', host: 'zebra-1a2b.local', port: 9100, addresses: ['192.0.2.7'] },
      ]);
      expect(records.missing(0)).toEqual([]);
    }
  });

  test('missing records are requested', () => {
    const [pointer = expect.fail(), place = expect.fail()] = recordsOf(ZEBRA);
    const records = createServiceRecords();
    records.take(sent([pointer]), 0);
    expect(records.services(0)).toEqual([]);
    const name = `Zebra ZD420.${RAW}`;
    expect(records.missing(0)).toEqual([
      { type: 'SRV', name },
      { type: 'TXT', name },
    ]);
    records.take(sent([place]), 0);
    expect(records.missing(0)).toEqual([
      { type: 'TXT', name },
      { type: 'A', name: 'zebra-1a2b.local' },
    ]);
  });

  test('expire with their time, or a second after their goodbye', () => {
    const records = createServiceRecords();
    records.take(sent(recordsOf(ZEBRA)), 0);
    expect(records.services(119_999)).toHaveLength(1);
    expect(records.services(120_000)).toEqual([]);
    records.take(sent(recordsOf(ZEBRA)), 200_000);
    records.take(sent(recordsOf({ ...ZEBRA, ttl: 0 })), 210_000);
    records.take(sent(recordsOf({ ...ZEBRA, ttl: 0 })), 210_900);
    expect(records.services(210_999)).toHaveLength(1);
    expect(records.services(211_000)).toEqual([]);
  });

  test('expire after 75 minutes at most, even with a longer announced time', () => {
    const records = createServiceRecords();
    records.take(sent(recordsOf({ ...ZEBRA, ttl: 4_000_000_000 })), 0);
    expect(records.services(4_499_999)).toHaveLength(1);
    expect(records.services(4_500_000)).toEqual([]);
  });

  test('need no new announcement while they are fresh', () => {
    const records = createServiceRecords();
    records.take(sent(recordsOf(ZEBRA)), 0);
    expect(records.known(59_000)).toMatchObject([{ type: 'PTR', name: RAW, data: `Zebra ZD420.${RAW}`, ttl: 61 }]);
    expect(records.known(60_000)).toEqual([]);
  });

  test('move with their host when the addresses are announced again', () => {
    const records = createServiceRecords();
    records.take(sent(recordsOf(ZEBRA)), 0);
    records.take(sent(recordsOf({ ...ZEBRA, address: '192.0.2.8' })), 1);
    expect(records.services(2)[0]?.addresses).toEqual(['192.0.2.8']);
  });

  test('are limited in number, and there is room again when they expire', () => {
    const records = createServiceRecords();
    const announced = (i: number): AnnouncedService => ({ ...ZEBRA, instance: `Printer ${i}`, host: `p${i}.local` });
    for (let i = 0; i < 5000; i++) records.take(sent(recordsOf(announced(i))), 0);
    expect(records.services(0)).toHaveLength(128);
    records.take(sent(recordsOf(OFFICE)), 120_001);
    expect(records.services(120_001)).toMatchObject([{ instance: OFFICE.instance }]);
    const many = Array.from({ length: 300 }, (_, i): Answer[] => [
      { type: 'A', name: 'office.local', data: `192.0.2.${i % 256}`, ttl: 120, class: 'IN' },
    ]).flat();
    records.take(sent(many), 120_002);
    expect(records.services(120_002)[0]?.addresses).toHaveLength(4);
  });

  test('exclude other services, other classes and unreferenced hosts', () => {
    const records = createServiceRecords();
    records.take(sent(recordsOf({ ...ZEBRA, type: '_ssh._tcp.local' })), 0);
    records.take(sent(recordsOf(ZEBRA).map((record): Answer => ({ ...record, class: 'CH' }) as Answer)), 0);
    records.take(sent([{ type: 'PTR', name: RAW, data: 'elsewhere.example', ttl: 120, class: 'IN' }]), 0);
    expect([records.services(0), records.missing(0)]).toEqual([[], []]);
  });
});

describe('malicious packets', () => {
  const good = encode({ type: 'response', answers: [...recordsOf(ZEBRA), ...recordsOf(OFFICE)] });
  const isNumber = fc.integer({ min: 0, max: 255 });

  test('are rejected or bounded, with any bytes', () => {
    const damaged = fc
      .array(fc.tuple(fc.nat(good.length - 1), isNumber), { maxLength: 12 })
      .map((changes) => changes.reduce((bytes, [at, value]) => bytes.fill(value, at, at + 1), Buffer.from(good)));
    const packets = fc.oneof(damaged, fc.uint8Array({ maxLength: 600 }).map(Buffer.from));
    const isPrinter =
      /^(?:socket:\/\/192\.0\.2\.\d+:(?:910\d|6101)|ipp:\/\/192\.0\.2\.\d+:(?:631|80|443)\/[\x21-\x7e]+)$/;
    fc.assert(
      fc.property(fc.array(packets, { maxLength: 8 }), (list) => {
        const records = createServiceRecords();
        for (const packet of list) {
          let answers: readonly Answer[];
          try {
            answers = decode(packet).answers ?? [];
          } catch {
            continue;
          }
          records.take(answers, 0);
        }
        expect(encode({ type: 'query', questions: [...records.missing(0)] }).length).toBeGreaterThan(0);
        for (const { name, model, way } of readFoundPrinters(records.services(0), isNear)) {
          expect(`${name}${model}`).not.toMatch(/\p{C}/u);
          expect(way.type === 'ipp' ? way.uri : `socket://${way.host}:${way.port}`).toMatch(isPrinter);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('cannot contain a question with a name that is too long', () => {
    const records = createServiceRecords();
    // Invalid UTF-8 bytes become three bytes each.
    const label = Buffer.alloc(63, 0xff);
    const plain = encode({
      type: 'response',
      answers: [{ type: 'PTR', name: RAW, data: `${'x'.repeat(63)}.${RAW}`, ttl: 120, class: 'IN' }],
    });
    label.copy(plain, plain.indexOf('x'.repeat(63)));
    records.take(decode(plain).answers ?? [], 0);
    expect(records.missing(0)).toEqual([]);
  });

  test('with long chains of pointers are read quickly', () => {
    const chainBytes = 4400;
    const bytes = Buffer.alloc(9000);
    const start = 23;
    // One record of bytes that are a chain, and others whose names begin at its end.
    bytes.writeUInt16BE(0x8400, 2);
    Buffer.from([0, 0xff, 0, 0, 1, 0, 0, 0, 9, chainBytes >> 8, chainBytes & 0xff]).copy(bytes, 12);
    for (let at = start + 2; at < start + chainBytes; at += 2) bytes.writeUInt16BE(0xc000 | (at - 2), at);
    const last = start + chainBytes - 2;
    let count = 1;
    for (let at = start + chainBytes; at + 16 <= bytes.length; at += 16) {
      bytes.writeUInt16BE(0xc000 | last, at);
      Buffer.from([0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 192, 0, 2, 1]).copy(bytes, at + 2);
      count++;
    }
    bytes.writeUInt16BE(count, 6);
    const before = performance.now();
    for (let i = 0; i < 20; i++) expect(decode(bytes).answers).toHaveLength(count);
    expect((performance.now() - before) / 20).toBeLessThan(200);
  });
});

describe('a found printer', () => {
  test('has its announced properties', () => {
    expect(readFoundPrinters(heard(ZEBRA, OFFICE), isNear)).toEqual([
      {
        name: 'Office [AB12CD] (192.0.2.9)',
        model: 'ACME Laser 9',
        way: { type: 'ipp', uri: 'ipp://192.0.2.9:631/ipp/print' },
        places: [
          'ipp 192.0.2.9 631 /ipp/print',
          'ipp office.local 631 /ipp/print',
          'service office [ab12cd]',
          'uuid aa-bb',
        ],
      },
      {
        name: 'Zebra ZD420 (192.0.2.7)',
        model: 'Zebra ZD420-203dpi',
        way: { type: 'raw', host: '192.0.2.7', port: 9100, language: 'zpl' },
        places: ['service zebra zd420', 'socket 192.0.2.7 9100', 'socket zebra-1a2b.local 9100'],
      },
    ]);
  });

  test.each([
    [{ ty: 'Zebra Technologies ZTC ZD420' }, 'zpl'],
    [{ ty: 'Printer', pdl: 'application/vnd.zebra-zpl' }, 'zpl'],
    [{ ty: 'Zebra LP 2844', usb_CMD: 'EPL2' }, 'epl'],
    [{ usb_MFG: 'TSC', usb_MDL: 'TE200' }, 'tspl'],
    [{ ty: 'EPSON TM-T88VI' }, 'escpos'],
    [{ product: '(Zebra ZQ630)', usb_CMD: 'CPCL' }, 'cpcl'],
    [{ ty: 'ACME Laser 9', pdl: 'application/postscript,application/vnd.hp-PCL' }, null],
    [{}, null],
  ] as const)('that says %j probably takes %s', (txt, language) => {
    expect(readFoundPrinters(heard({ ...ZEBRA, txt }), isNear)).toMatchObject([{ way: { language } }]);
  });

  test('is one printer with several protocols: its own language, IPP, a port of an unknown language', () => {
    const office = { ...OFFICE, type: RAW, port: 9100 };
    const zebra = { ...ZEBRA, type: IPP, port: 631, txt: { rp: 'ipp/print' } };
    expect(readFoundPrinters(heard(OFFICE, office, zebra, ZEBRA), isNear)).toMatchObject([
      { name: 'Office [AB12CD] (192.0.2.9)', way: { type: 'ipp' } },
      { name: 'Zebra ZD420 (192.0.2.7)', way: { type: 'raw', language: 'zpl' } },
    ]);
    const pdfAlone = { ...OFFICE, txt: { rp: 'ipp/print', pdl: 'application/pdf' } };
    const [found] = readFoundPrinters(heard(pdfAlone, office), isNear);
    expect(found?.way).toEqual({ type: 'raw', host: '192.0.2.9', port: 9100, language: null });
    expect(found?.places).toContain('ipp 192.0.2.9 631 /ipp/print');
  });

  test('is another printer when it has the same name at another address', () => {
    const other = { ...ZEBRA, type: IPP, host: 'liar.local', address: '192.0.2.66', port: 631, txt: {} };
    expect(readFoundPrinters(heard(ZEBRA, other), isNear).map(({ name }) => name)).toEqual([
      'Zebra ZD420 (192.0.2.66)',
      'Zebra ZD420 (192.0.2.7)',
    ]);
  });

  test.each([
    ['somewhere else', { address: '198.51.100.7' }],
    ['on this machine', { address: '127.0.0.1' }],
    ['on a port that is none of printers', { port: 22 }],
    ['on the port of the assistant', { port: 9004 }],
    ['with a name that turns around what follows it', { instance: 'Zebra\u202eDZ' }],
    ['with a name that breaks the line', { instance: 'Zebra\nFolder' }],
    ['with a name of blanks', { instance: '  ' }],
  ])('is none %s', (_, over) => {
    expect(readFoundPrinters(heard({ ...ZEBRA, ...over }), isNear)).toEqual([]);
  });

  test.each([
    ['', '/ipp/print'],
    ['ipp/print', '/ipp/print'],
    ['/printers/Büro?x', null],
    ['printers/A?b#c', '/printers/A%3Fb%23c'],
    ['../admin', null],
    ['a//b', null],
    ['ipp/print\r\nHost: x', null],
    ['x'.repeat(201), null],
  ])('whose path is said to be %j is at %s', (rp, path) => {
    const [found] = readFoundPrinters(heard({ ...OFFICE, txt: { rp } }), isNear);
    expect(found?.way ?? null).toEqual(path === null ? null : { type: 'ipp', uri: `ipp://192.0.2.9:631${path}` });
  });
});

describe('the networks searched for printers', () => {
  const face = (address: string, prefix: number, internal = false): never =>
    ({ address, family: 'IPv4', internal, cidr: `${address}/${prefix}` }) as never;
  const INTERFACES = {
    lo: [face('127.0.0.1', 8, true)],
    eth0: [face('192.0.2.4', 24), { address: 'fe80::1', family: 'IPv6', internal: false, cidr: 'fe80::1/64' } as never],
    tun0: [face('10.8.0.2', 32)],
    odd0: [face('198.51.100.4', 0)],
  };

  test('are those of this machine, or those that its user names', () => {
    expect(linksOf(INTERFACES, null)).toEqual([{ address: '192.0.2.4', prefix: 24 }]);
    expect(linksOf(INTERFACES, ['127.0.0.1', '203.0.113.1'])).toEqual([{ address: '127.0.0.1', prefix: 8 }]);
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`veth${i}`, [face(`10.0.${i}.1`, 24)]]));
    expect(linksOf(many, null)).toHaveLength(8);
  });

  test('only answers from the network count', () => {
    const link = { address: '192.0.2.4', prefix: 24 };
    expect(['192.0.2.1', '192.0.3.1', 'fe80::1', ''].map((address) => isOnLink(link, address))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test('a printer is in the network, not the machine itself or a multicast address', () => {
    const near = createNeighbourhood(linksOf(INTERFACES, null), INTERFACES);
    expect(near('192.0.2.7')).toBe(true);
    for (const address of ['192.0.2.4', '192.0.2.0', '192.0.2.255', '127.0.0.1', '10.8.0.2', '8.8.8.8', '::1', 'x']) {
      expect([address, near(address)]).toEqual([address, false]);
    }
    const own = createNeighbourhood(linksOf(INTERFACES, ['127.0.0.1']), INTERFACES);
    expect(['127.0.0.1', '127.0.0.2', '192.0.2.7'].map(own)).toEqual([false, true, false]);
  });
});

test.each([
  ['socket://192.0.2.7', ['socket 192.0.2.7 9100']],
  ['socket://Zebra-1A2B.local:9101', ['socket zebra-1a2b.local 9101']],
  ['ipp://office.local/ipp/print', ['ipp office.local 631 /ipp/print']],
  ['dnssd://Office%20%5BAB12CD%5D._ipp._tcp.local/?uuid=AA-bb', ['service office [ab12cd]', 'uuid aa-bb']],
  ['ipps://Zebra%20ZD420._ipps._tcp.local/', ['service zebra zd420']],
  ['implicitclass://Office/', []],
  ['ipp://%E0%A4%A/', ['ipp %e0%a4%a 631 /']],
  ['', []],
] as const)('%s names the places %j', (address, places) => {
  expect(placesOf(address)).toEqual(places);
});

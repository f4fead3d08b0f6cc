import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { createAddressPolicy } from '#server/core/net/address-policy.ts';
import { isPublicAddress } from '#server/core/net/public-address.ts';
import { readWebAddress } from '#server/core/net/web-address.ts';
import { readSettings } from '#server/settings.ts';

const PUBLIC = [
  '1.1.1.1',
  '93.184.215.14',
  '223.255.255.254',
  '2606:4700:4700::1111',
  '::ffff:1.1.1.1',
  '64:ff9b::1.1.1.1',
];
const INNER = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '192.88.99.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::7f00:1',
  '64:ff9b:1::101:101',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2001::1',
  '100::1',
  '5f00::1',
  '',
  'localhost',
  '1.1.1.1.1',
  '300.1.1.1',
];

test.each(PUBLIC)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(INNER)('%j is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://0x7f.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://1.1.1.1:8080/',
  'http://①②⑦.⓪.⓪.①/',
  'http://169.254.169.254/latest/meta-data',
  'http://[fd00:ec2::254]/',
  'http://1.1.1.1:22/',
])('%s is not allowed', (text) => {
  const address = readWebAddress(text);
  if (address === null) throw new Error('not read');
  expect(createAddressPolicy().isAllowed(address.host, address.port, address.host)).toBe(false);
});

test.each([
  'ftp://example.com/a.csv',
  'file:///etc/passwd',
  'gopher://example.com/',
  'data:text/csv,a',
  'javascript:1',
  '//a/b',
  'goods.csv',
  '',
  'http://',
  'http://user@example.com/',
  'http://user:secret@example.com/',
  `http://a/${'x'.repeat(2e3)}`,
])('%j is no address of the web', (text) => {
  expect(readWebAddress(text)).toBeNull();
});

describe('hosts that the operator has listed', () => {
  const policy = createAddressPolicy([
    'Reports.Example.com',
    '*.intra.example',
    '10.0.0.7:8080',
    'box.example:81',
    '[fd00::7]:81',
  ]);

  test('are reached in private networks', () => {
    expect(policy.isAllowed('reports.example.com', 443, '10.1.2.3')).toBe(true);
    expect(policy.isAllowed('reports.example.com', 80, 'fd00::1')).toBe(true);
    expect(policy.isAllowed('a.intra.example', 80, '192.168.0.9')).toBe(true);
    expect(policy.isAllowed('10.0.0.7', 8080, '10.0.0.7')).toBe(true);
    expect(policy.isAllowed('box.example', 81, '127.0.0.1')).toBe(true);
    expect(policy.isAllowed('fd00::7', 81, 'fd00::7')).toBe(true);
  });

  test('are reached at their ports only, and never where machines get their credentials', () => {
    expect(policy.isAllowed('reports.example.com', 8080, '10.1.2.3')).toBe(false);
    expect(policy.isAllowed('box.example', 80, '127.0.0.1')).toBe(false);
    expect(policy.isAllowed('10.0.0.7', 80, '10.0.0.7')).toBe(false);
    expect(policy.isAllowed('reports.example.com', 443, '169.254.169.254')).toBe(false);
    expect(policy.isAllowed('reports.example.com', 443, '0.0.0.0')).toBe(false);
    expect(policy.isAllowed('reports.example.com', 443, '::ffff:169.254.169.254')).toBe(false);
  });

  test('are valid hosts in the settings', () => {
    const hosts = 'files.example.com, *.intra.example,10.0.0.7:8080, [fd00::7]:81, box';
    expect(expectOk(readSettings({ NET_ALLOWED_HOSTS: hosts })).netAllowedHosts).toHaveLength(5);
    expect(expectOk(readSettings({})).netAllowedHosts).toEqual([]);
    for (const wrong of ['https://files.example.com', 'a.example/b', '*', '10.0.0.0/8', 'fd00::7', 'a b']) {
      expect(readSettings({ NET_ALLOWED_HOSTS: `a.example, ${wrong}` })).toEqual({
        ok: false,
        error: expect.stringContaining(`not "${wrong}"`),
      });
    }
  });

  test('open no others', () => {
    expect(policy.isAllowed('example.com', 443, '10.1.2.3')).toBe(false);
    expect(policy.isAllowed('intra.example', 80, '10.1.2.3')).toBe(false);
    expect(policy.isAllowed('a.b.intra.example', 80, '10.1.2.3')).toBe(false);
    expect(policy.isAllowed('10.0.0.8', 8080, '10.0.0.8')).toBe(false);
  });
});

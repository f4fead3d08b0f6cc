import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#app/state/i18n/languages.ts';
import { depthOf, isGuarded, keepsShared, routeAt, ROUTES } from '#app/state/route-table.ts';

/** Specification 1, section 2, word for word. */
const PUBLIC = ['login', 'prelogin', 'register', 'forgetpwd', 'bindings', 'thirdLogin', 'download'];
const HELP = ['licences', 'help', 'helpCatalog', 'helpDetail', 'helpSearch', '404'];
/** Visitors without a session: a payment code was scanned, or the link is open to anyone. */
const VISITORS = ['paySandbox', 'shared'];
const GUARDED = [
  'home',
  'index',
  'user',
  'shareTemplate',
  'cloudTemplate',
  'cloudData',
  'editLabel',
  'member',
  'expansion',
];
const OWN = ['operator', 'printRecords', 'printers', 'settings', 'scanPrint', 'fillPrint', 't', 'brandKit'];

test('has every address, guarded as the specification says, and our own like their neighbors', () => {
  const guarded = [...GUARDED, 'pdfPrint', ...OWN];
  expect(Object.keys(ROUTES).toSorted()).toEqual([...PUBLIC, ...HELP, ...VISITORS, ...guarded].toSorted());
  for (const name of guarded) expect([name, isGuarded(`/${name}`)]).toEqual([name, true]);
  for (const name of [...PUBLIC, ...HELP, ...VISITORS]) expect([name, isGuarded(`/${name}`)]).toEqual([name, false]);
});

test('matches by the first segment, with anything after it', () => {
  expect(isGuarded('/index/deeper/still')).toBe(true);
  expect(isGuarded('/t/20260101abcd')).toBe(true);
  for (const path of ['/', '', '/nothing', '/Index', '/indexed', '/toString', '/__proto__', '/help/index']) {
    expect([path, isGuarded(path)]).toEqual([path, false]);
  }
  expect(routeAt('/constructor')).toBeNull();
});

test('keeps the query of a shared template on two routes alone', () => {
  const kept = Object.keys(ROUTES).filter((name) => keepsShared(`/${name}`));
  expect(kept.toSorted()).toEqual(['editLabel', 'shareTemplate']);
});

test('depth increases from the sign-in page to the editor', () => {
  const way = ['/login', '/register', '/index', '/editLabel'].map(depthOf);
  expect(way).toEqual(way.toSorted((a, b) => a - b));
  expect(new Set(way).size).toBe(way.length);
  expect(depthOf('/')).toBe(depthOf('/login'));
});

test('has every title in every language', () => {
  for (const language of LANGUAGES) {
    const texts = JSON.parse(readFileSync(`locales/${language}/common.json`, 'utf8')) as Record<string, string>;
    for (const { title } of Object.values(ROUTES)) expect([language, title, texts[title]]).not.toContain(undefined);
  }
});

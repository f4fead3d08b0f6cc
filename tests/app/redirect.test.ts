import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loginPath, safeRedirect } from '#app/account/sign-in/redirect.ts';

const ORIGIN = 'http://127.0.0.1:8080';

describe('safeRedirect', () => {
  test.each([
    ['/index', '/index'],
    ['/cloudTemplate?page=2#top', '/cloudTemplate?page=2#top'],
    [
      '/editLabel?labelAttr=%7B%22name%22%3A%22a%5Cb%22%7D&labelStatus=edit',
      '/editLabel?labelAttr=%7B%22name%22%3A%22a%5Cb%22%7D&labelStatus=edit',
    ],
    ['/index?next=//evil.example', '/index?next=//evil.example'],
  ])('takes the path %s of this origin', (raw, path) => {
    expect(safeRedirect(raw, ORIGIN)).toBe(path);
  });

  test.each([
    null,
    '',
    'index',
    'https://evil.example/',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/%5cevil.example',
    '/%5Cevil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%09/evil.example',
    '/%0d%0aLocation:%20//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/./..//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/login?redirect=/login',
    '/register',
    '/',
  ])('refuses %j', (raw) => {
    expect(safeRedirect(raw, ORIGIN)).toBeNull();
  });

  test('returns null or a path that a browser resolves to this origin, for any input', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%2e',
      '\t',
      '\n',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      'http:',
      'a',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (raw) => {
        const path = safeRedirect(raw, ORIGIN);
        if (path === null) return;
        expect(path).toMatch(/^\/(?!\/)/);
        expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('loginPath', () => {
  test('leads back to the page that the visitor wanted', () => {
    const target = '/editLabel?labelAttr=%7B%7D&labelStatus=add#x';
    const query = new URLSearchParams(loginPath(target).split('?')[1]);
    expect(safeRedirect(query.get('redirect'), ORIGIN)).toBe(target);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const APP = join(import.meta.dirname, '../../src/app');
const read = (file: string): string => readFileSync(join(APP, file), 'utf8');

/** Screens inside the frame of the signed-in user that are no page: a full-screen view like the editor, or no content. */
const NO_PAGES = new Set(['OpenLabelScreen']);

/** The files of the screens that the router shows inside `HomeShell`. */
function shellScreens(): string[] {
  const routes = read('shell/routes.tsx');
  const [, children = ''] = /Component: HomeShell,[^[]*children: \[([^\]]*)\]/.exec(routes) ?? [];
  return [...children.matchAll(/screen\((\w+)\)/g)].flatMap(([, name = '']) => {
    const [, file] = new RegExp(`import\\('#app/([^']*/${name}\\.tsx)'\\)`).exec(routes) ?? [];
    return NO_PAGES.has(name) ? [] : [file ?? name];
  });
}

test('every screen inside the frame of the signed-in user is a `Page`', () => {
  const screens = shellScreens();
  expect(screens.length).toBeGreaterThan(10);
  expect(screens.filter((file) => !read(file).includes('<Page'))).toEqual([]);
});

test('page.css alone gives these pages their width and their headings', () => {
  const folders = new Set(shellScreens().map((file) => file.split('/').slice(0, -1).join('/')));
  const sheets = globSync(
    [...folders].map((folder) => `${folder}/**/*.css`),
    { cwd: APP },
  );
  expect(sheets.length).toBeGreaterThan(10);
  const rules = sheets.flatMap((file) =>
    [...read(file).matchAll(/([^{}]+)\{([^{}]*)\}/g)].map((rule) => [file, rule] as const),
  );
  // Sign-in screens have a frame of their own.
  // Sign-in screens have a frame of their own.
  const own = rules.filter(
    ([file, [, selector = '', body = '']]) =>
      file !== 'account/sign-in/auth.css' &&
      (/\bh1\b/.test(selector) || (/margin: 0 auto/.test(body) && /max-width/.test(body))),
  );
  expect(own.map(([file, [, selector = '']]) => `${file}:${selector.trim()}`)).toEqual([]);
});

test('the print dialog has the background of dialogs everywhere except on floating elements', () => {
  const rules = [...read('print/print-dialog.css').matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  // Sign-in screens have a frame of their own.
  // Sign-in screens have a frame of their own.
  const own = rules.filter(
    ([, , body = '']) => /background: var\(--lw-(surface|ground)\)/.test(body) && !/box-shadow/.test(body),
  );
  expect(own.map(([, selector = '']) => selector.trim())).toEqual([]);
});

test('a field has the distance of base.css from its label, and from the next field', () => {
  const fields = globSync('**/*.css', { cwd: APP }).flatMap((file) =>
    [...read(file).matchAll(/\.([a-z]+)-field \{([^{}]*)\}/g)].map(([, name = '', body = '']) => [file, name, body]),
  );
  const gaps = fields.flatMap(([file, name, body = '']) =>
    [.../(?:^|\s)gap: ([^;]*);/g[Symbol.matchAll](body)].map(([, gap]) => `${file} ${name} ${gap}`),
  );
  expect(gaps.length).toBeGreaterThan(3);
  expect(gaps.filter((gap) => !gap.endsWith(' var(--lw-label-gap)'))).toEqual([]);
  expect(read('ui/theme/base.css')).toMatch(/--lw-label-gap: 6px;\n\s*--lw-field-gap: 24px;/);
});

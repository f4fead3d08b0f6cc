import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { drawRooms } from '#tests/support/room-graph.ts';
import { ROOT, sourceFiles } from '#tests/support/source-imports.ts';

/** The pages of the documentation, as paths from the root. */
const PAGES = [
  ...globSync('*.md', { cwd: ROOT }),
  ...globSync('{docs,.github,tests/structure}/**/*.md', { cwd: ROOT }),
];
/** Lines that README.md may have. */
const README_LINES = 120;

/** The anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

function linksOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^(\w+:|\/)/.test(link));
}

test('every link between pages leads to a file, and to a heading if it names one', () => {
  const wrong = PAGES.flatMap((page) =>
    linksOf(page).flatMap((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
      if (!existsSync(join(ROOT, target))) return [`${page} -> ${link}`];
      if (anchor === undefined || !target.endsWith('.md')) return [];
      const headings = [...readFileSync(join(ROOT, target), 'utf8').matchAll(/^#+ (.*)$/gm)];
      return headings.some(([, heading = '']) => anchorOf(heading) === anchor) ? [] : [`${page} -> ${link}`];
    }),
  );
  expect(PAGES.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

test('every page that a comment names exists', () => {
  const rooms = [
    'src',
    'render-worker',
    'data-worker',
    'document-worker',
    'server',
    'print-assistant',
    'cli',
    'worker',
  ];
  const files = [...rooms, 'tests', 'benchmarks', 'build', 'scripts'].flatMap((room) => sourceFiles(join(ROOT, room)));
  const wrong = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bdocs\/[\w/-]+(?:\.md)?/g)]
      .map(([path]) => path)
      .filter((path) => /\/adr\/\d{4}|\.md$/.test(path))
      .filter((path) => globSync(path.endsWith('.md') ? path : `${path}*`, { cwd: ROOT }).length === 0)
      .map((path) => `${file}: ${path}`),
  );
  expect(wrong).toEqual([]);
});

test('every file and folder that a page names exists', () => {
  const rooms = 'src|server|render-worker|data-worker|document-worker|print-assistant|cli|worker|headless';
  const named = new RegExp(
    `\`((?:${rooms}|build|scripts|tests|content|benchmarks|locales|deploy)/[^\`\\s*…<{]*)\``,
    'g',
  );
  const wrong = PAGES.filter((page) => !page.startsWith('tests/')).flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(named)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${page}: ${path}`),
  );
  expect(wrong).toEqual([]);
});

test('the index of decisions lists every record with its title', () => {
  const folder = join(ROOT, 'docs/develop/adr');
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/^\| (\d+) +\| \[([^\]]+)\]\((\d{4}-[^)#]+)\) +\| (?:accepted|replaced)/gm)];
  const titles = listed.map(([, number = '', title = '', file = '']) => [file, `# ${number}. ${title}`]);
  const records = globSync('[0-9]*.md', { cwd: folder });
  expect(titles.toSorted()).toEqual(
    records.map((file) => [file, readFileSync(join(folder, file), 'utf8').split('\n')[0]]).toSorted(),
  );
});

test('README.md is within its length limit', () => {
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(README_LINES);
});

test('the picture of the rooms shows the imports of the code: `npm run architecture-picture` draws it again', () => {
  expect(readFileSync(join(ROOT, 'docs/develop/architecture.md'), 'utf8')).toContain(drawRooms());
});

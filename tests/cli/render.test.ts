import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeTemplate } from '#model/template/file-format.ts';
import { packTemplate } from '#model/template/packing.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { readWithZbar } from '#tests/support/zbar.ts';

const MAIN = join(import.meta.dirname, '../../cli/main.ts');

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labelwright-cli-'));
  const bound = (column: string) => [
    {
      type: 'column' as const,
      connection: 'sha256:0',
      fileName: 'old.xlsx',
      sheet: 'rows',
      column,
      firstValue: '',
      text: '',
    },
  ];
  const template = createTestTemplate([
    createTestElement('text', { sources: bound('name'), xMm: 5, yMm: 5 }),
    createTestElement('barcode', { sources: bound('code'), xMm: 10, yMm: 20, widthMm: 60, heightMm: 15 }),
    createTestElement('qrcode', { sources: bound('name'), xMm: 70, yMm: 48, widthMm: 20, heightMm: 20 }),
  ]);
  await writeFile(join(folder, 'label.tprt'), writeTemplate(template));
  await writeFile(join(folder, 'label.tprts'), packTemplate(writeTemplate(template)));
  await writeFile(join(folder, 'rows.csv'), 'name,code\nStraße 标签,00123\nno Chinese,标签\n"q, u",Z-9\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Outcome {
  readonly status: number;
  readonly out: string;
  readonly errors: string;
}

function render(...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [MAIN, ...args],
      { cwd: folder, env: { ...process.env, LC_ALL: 'en' } },
      (error, out, errors) => resolve({ status: error === null ? 0 : Number(error.code), out, errors }),
    );
  });
}

describe('npm run render', () => {
  test('renders every row, refuses the impossible one by its row number, and an independent reader agrees', async () => {
    const { status, out } = await render(
      '--template',
      'label.tprt',
      '--data',
      'rows.csv',
      '--out',
      'png',
      '--report',
      'report.json',
    );
    expect(status).toBe(1);
    expect(out).toMatch(/Row 3 refused, barcode\d+: /);
    expect(out).toContain('Asked 3, verified 2, refused 1. Pages written: 2.');
    expect(await readdir(join(folder, 'png'))).toEqual(['page-00001.png', 'page-00002.png']);
    const first = await readWithZbar(join(folder, 'png/page-00001.png'));
    expect(first.map((s) => s.data).sort()).toEqual(['00123', 'Straße 标签']);
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    expect(report.labels.map((l: { row: number; verified: boolean }) => [l.row, l.verified])).toEqual([
      [2, true],
      [3, false],
      [4, true],
    ]);
  });

  test('writes one PDF from a packed template', async () => {
    const { out } = await render('--template', 'label.tprts', '--data', 'rows.csv', '--out', 'pdf', '--format', 'pdf');
    expect(out).toContain('Pages written: 2.');
    expect((await readFile(join(folder, 'pdf/pages.pdf'))).subarray(0, 8).toString()).toBe('%PDF-1.4');
  });

  test('writes a PDF whose text is found, and drawings', async () => {
    const vector = await render(
      '--template',
      'label.tprt',
      '--data',
      'rows.csv',
      '--out',
      'v',
      '--format',
      'pdf-vector',
    );
    expect(vector.status).toBe(1);
    expect(vector.out).toContain('Asked 3, verified 2, refused 1. Pages written: 2.');
    const { stdout } = await promisify(execFile)('pdftotext', [join(folder, 'v/pages.pdf'), '-']);
    for (const text of ['Straße', '标签', '00123', 'q, u', 'Z-9']) expect(stdout).toContain(text);
    expect(stdout).not.toContain('no Chinese');
    await render('--template', 'label.tprt', '--data', 'rows.csv', '--out', 'svg', '--format', 'svg');
    expect(await readdir(join(folder, 'svg'))).toEqual(['page-00001.svg', 'page-00002.svg']);
    expect(await readFile(join(folder, 'svg/page-00001.svg'), 'utf8')).toContain('<title>00123</title>');
  });

  test('gives the same bits twice', async () => {
    await render('--template', 'label.tprt', '--data', 'rows.csv', '--out', 'again');
    await render('--template', 'label.tprts', '--data', 'rows.csv', '--out', 'once-more');
    const [a, b] = await Promise.all(['again', 'once-more'].map((d) => readFile(join(folder, d, 'page-00002.png'))));
    expect(a?.equals(b ?? Buffer.alloc(0))).toBe(true);
  });

  test('--help is complete', async () => {
    const { status, out } = await render('--help');
    expect(status).toBe(0);
    for (const option of ['template', 'data', 'sheet', 'out', 'dpi', 'format', 'report', 'help'])
      expect(out).toContain(`--${option}`);
  });

  test.each([
    ['nothing', []],
    ['an unknown option', ['--nope']],
    ['no output folder', ['--template', 'label.tprt']],
    ['a template that is not there', ['--template', 'none.tprt', '--out', 'x']],
    ['a template that is none', ['--template', 'rows.csv', '--out', 'x']],
    ['a bound template without data', ['--template', 'label.tprt', '--out', 'x']],
    ['data that are not there', ['--template', 'label.tprt', '--data', 'none.csv', '--out', 'x']],
    ['an unknown sheet', ['--template', 'label.tprt', '--data', 'rows.csv', '--sheet', 'none', '--out', 'x']],
    ['a resolution of 0', ['--template', 'label.tprt', '--data', 'rows.csv', '--out', 'x', '--dpi', '0']],
    ['an unknown format', ['--template', 'label.tprt', '--data', 'rows.csv', '--out', 'x', '--format', 'gif']],
    ['an unknown colour', ['--template', 'label.tprt', '--data', 'rows.csv', '--out', 'x', '--colour', 'cmyk']],
    ['an output folder that is a file', ['--template', 'label.tprt', '--data', 'rows.csv', '--out', 'rows.csv']],
  ])('%s: one clear line and status 2', async (_, args) => {
    const { status, errors } = await render(...args);
    expect(status).toBe(2);
    expect(errors.trim().split('\n')).toHaveLength(1);
    expect(errors).not.toContain('    at ');
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAskedServer } from '#tests/support/asked-server.ts';
import { type Outcome, renderIn, spawnIn, visibleIn } from '#tests/support/command-line.ts';
import { BOMBS } from '../document/support/bombs.ts';
import { writePdf } from '../document/support/written-pdf.ts';

const MEGA = 1024 * 1024;
const MOST_BYTES = 1024 * MEGA;
const MOST_CPU_MS = 30_000;
/** Unit of the times in `/proc/…/stat`: `USER_HZ` is 100 on every Linux that Node runs on (proc_pid_stat(5)). */
const TICK_MS = 10;
const BARS = Array.from({ length: 9 }, (_, i) => `${20 + i * 18} 20 8 160 re f`).join(' ');
const SOUND = writePdf([{ widthPt: 200, heightPt: 200, content: BARS }]);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labelwright-bad-documents-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** `npm run render -- --document` of that file. */
function render(name: string, out: string, more: readonly string[] = []): Promise<Outcome> {
  return renderIn(folder, argsFor(name, out, more));
}

function argsFor(name: string, out: string, more: readonly string[] = []): readonly string[] {
  return ['--document', name, '--out', out, '--size', '50x50', '--dpi', '203', ...more];
}

interface Measured extends Outcome {
  /** CPU time of the process, with all its threads. */
  readonly cpuMs: number;
  /** Peak memory. */
  readonly mostBytes: number;
}

/** The same in a process of its own, measured. */
async function renderMeasured(name: string, out: string): Promise<Measured> {
  const { child, ended, out: text, errors } = spawnIn(folder, argsFor(name, out));
  let [cpuMs, mostBytes] = [0, 0];
  const look = async (): Promise<void> => {
    const [stat, status] = await Promise.all(
      ['stat', 'status'].map((file) => readFile(`/proc/${child.pid}/${file}`, 'utf8').catch(() => '')),
    );
    // After the program's name in brackets: the times in user and in kernel mode are the 14th and 15th field.
    const [user = '0', system = '0'] = (stat ?? '')
      .slice((stat ?? '').lastIndexOf(')') + 2)
      .split(' ')
      .slice(11);
    cpuMs = Math.max(cpuMs, TICK_MS * (Number(user) + Number(system)));
    mostBytes = Math.max(mostBytes, Number(/VmHWM:\s*(\d+)/.exec(status ?? '')?.[1] ?? 0) * 1024);
  };
  const watch = setInterval(() => void look(), 20);
  const status = await ended;
  clearInterval(watch);
  return { status, out: text(), errors: errors(), cpuMs, mostBytes };
}

function expectBounded({ cpuMs, mostBytes }: Measured): void {
  expect(cpuMs).toBeGreaterThan(100);
  expect(cpuMs).toBeLessThan(MOST_CPU_MS);
  expect(mostBytes).toBeGreaterThan(50 * MEGA);
  expect(mostBytes).toBeLessThan(MOST_BYTES);
}

/** A document that requests that address in every way that PDF knows. */
function asking(link: string): Uint8Array<ArrayBuffer> {
  const entries = [
    '/Annots [@1 @2]',
    `/AA << /O << /S /URI /URI (${link}/opened) >> >>`,
    `/Resources << /XObject << /X @3 /Y @4 >> >>`,
  ];
  const file = writePdf(
    [{ widthPt: 200, heightPt: 200, content: `${BARS} /X Do q 90 0 0 90 0 0 cm /Y Do Q`, entries: entries.join(' ') }],
    [
      `<< /Type /Annot /Subtype /Link /Rect [0 0 200 200] /A << /S /URI /URI (${link}/link) >> >>`,
      `<< /Type /Annot /Subtype /Movie /Rect [0 0 200 200] /Movie << /F << /FS /URL /F (${link}/movie) >> >> >>`,
      `<< /Type /XObject /Subtype /Form /BBox [0 0 200 200] /Ref << /F << /FS /URL /F (${link}/form) >> /Page 0 >> /Length 0 >>\nstream\n\nendstream`,
      `<< /Type /XObject /Subtype /Image /Width 9 /Height 9 /BitsPerComponent 8 /ColorSpace /DeviceGray /F << /FS /URL /F (${link}/image) >> /Length 0 >>\nstream\n\nendstream`,
    ],
  );
  const actions = `/OpenAction << /S /JavaScript /JS (this.submitForm\\("${link}/script"\\); app.launchURL\\("${link}/launch"\\)) >>`;
  const text = Buffer.from(file).toString('latin1').replace('/Type /Catalog', `/Type /Catalog ${actions}`);
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

describe('a bad document on the command line', () => {
  test.each([
    ['a form drawn ten thousand million times', 1, 'could not be processed'],
    ['ten thousand pages', 2, 'at most 5000 can be opened'],
    ['a gigabyte, packed twice', 0, 'verified 1'],
  ] as const)('%s ends within its time and memory limits, and is reported', async (name, status, words) => {
    const out = name.replaceAll(' ', '-');
    await writeFile(join(folder, `${out}.pdf`), BOMBS[name]?.make() ?? '');
    const ended = await renderMeasured(`${out}.pdf`, out);
    expect([ended.status, ended.out + ended.errors]).toEqual([status, expect.stringContaining(words) as string]);
    expectBounded(ended);
  });

  test('with a password asks for it and prints with it', async () => {
    await writeFile(join(folder, 'plain.pdf'), SOUND);
    execFileSync('qpdf', ['--encrypt', 'open', 'owner', '256', '--', 'plain.pdf', 'locked.pdf'], { cwd: folder });
    const without = await render('locked.pdf', 'locked');
    expect([without.status, without.errors]).toEqual([2, expect.stringContaining('password') as string]);
    const wrong = await render('locked.pdf', 'locked', ['--password', 'wrong']);
    expect([wrong.status, wrong.errors]).toEqual([2, expect.stringContaining('password') as string]);
    expect(await visibleIn(folder)).not.toContain('locked');
    expect((await render('locked.pdf', 'locked', ['--password', 'open'])).status).toBe(0);
    await render('plain.pdf', 'plain');
    const [a, b] = await Promise.all(['locked', 'plain'].map((out) => readFile(join(folder, out, 'page-00001.png'))));
    expect(a).toEqual(b);
  });

  test('fetches nothing from any address', async () => {
    const { url, asked } = await startAskedServer();
    await writeFile(join(folder, 'asking.pdf'), asking(url));
    expect((await render('asking.pdf', 'asking')).status).toBe(0);
    expect(asked).toEqual([]);
  });

  test('has a name that is treated as text only', async () => {
    const name = `<script>alert(1)</script> ${'x'.repeat(200)}\n\u0007.pdf`.replaceAll('/', '_');
    await writeFile(join(folder, name), SOUND);
    const done = await render(name, 'named', ['--report', 'named.json']);
    expect([done.status, done.out]).toEqual([0, expect.stringContaining('verified 1') as string]);
    expect(await visibleIn(join(folder, 'named'))).toEqual(['page-00001.png']);
    await writeFile(join(folder, name), 'PK\u0003\u0004\u0000\u0000');
    const refused = await render(name, 'refused');
    expect(refused.status).toBe(2);
    // A name can neither control the terminal nor look like another line.
    expect(refused.errors).not.toContain('\u0007');
    expect(refused.errors.trim().split('\n')).toHaveLength(1);
  });
});

import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { writeTemplate } from '#model/template/file-format.ts';
import { renderIn, readReport } from '#tests/support/command-line.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { buildZip } from '#tests/support/zip-builder.ts';
import { createPng } from '#tests/print/create-image-files.ts';
import { columnSource } from '#tests/print/create-print-core-fixture.ts';

const picture = (black: number): Uint8Array =>
  createPng(10, 10, (x) => (x < black ? [0, 0, 0, 255] : [255, 255, 255, 255]));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labelwright-cli-pictures-'));
  const box = { xMm: 1, yMm: 1, widthMm: 8, heightMm: 8 };
  const image = createTestElement('image', { ...box, name: 'Photo', sources: [columnSource('file')] });
  await writeFile(
    join(folder, 'label.tprt'),
    writeTemplate(createTestTemplate([image], { widthMm: 10, heightMm: 10 })),
  );
  await writeFile(join(folder, 'rows.csv'), 'sku,file\n1,a.png\n2,B\n3,sub/c.png\n');
  await writeFile(join(folder, 'outside.csv'), 'sku,file\n1,a.png\n2,../secret.png\n3,linked.png\n4,/etc/hostname\n');
  await writeFile(join(folder, 'secret.png'), picture(9));
  await mkdir(join(folder, 'pictures/sub'), { recursive: true });
  await writeFile(join(folder, 'pictures/a.png'), picture(2));
  await writeFile(join(folder, 'pictures/b.png'), picture(5));
  await writeFile(join(folder, 'pictures/sub/c.png'), picture(8));
  await symlink(join(folder, 'secret.png'), join(folder, 'pictures/linked.png'));
  const parts = [
    { name: 'pictures/a.png', data: picture(2) },
    { name: 'pictures/b.png', data: picture(5) },
    { name: 'pictures/sub/c.png', data: picture(8) },
  ];
  await writeFile(join(folder, 'pictures.zip'), buildZip(parts));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function render(...more: readonly string[]): Promise<{
  readonly status: number;
  readonly out: string;
  readonly errors: string;
  readonly bits: readonly string[];
}> {
  const args = ['--template', 'label.tprt', '--data', 'rows.csv', '--out', 'out', '--report', 'report.jsonl', ...more];
  await rm(join(folder, 'report.jsonl'), { force: true });
  const outcome = await renderIn(folder, args);
  const written = await readReport(join(folder, 'report.jsonl')).catch(() => null);
  return { ...outcome, bits: written?.pages.map(({ pngHash }) => pngHash) ?? [] };
}

describe('npm run render --pictures', () => {
  test('takes the same pictures from a folder and from a zip file, on any number of threads', async () => {
    const fromFolder = await render('--clean', '--pictures', 'pictures');
    expect(fromFolder).toMatchObject({ status: 0, errors: '' });
    expect(new Set(fromFolder.bits).size).toBe(3);
    const fromZip = await render('--clean', '--pictures', 'pictures.zip', '--workers', '2');
    expect(fromZip.bits).toEqual(fromFolder.bits);
  });

  test('never reads a file outside the folder', async () => {
    const { status, out, bits } = await render('--clean', '--data', 'outside.csv', '--pictures', 'pictures');
    expect(status).toBe(1);
    expect(bits).toHaveLength(1);
    expect(out.match(/No picture has this name/g)).toHaveLength(3);
  });

  test('--fetch-pictures fetches pictures from allowed addresses, and without it their rows are rejected', async () => {
    const requests: string[] = [];
    const source = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.writeHead(request.url === '/a.png' ? 200 : 404).end(picture(2));
    });
    await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void source.close());
    const { port } = source.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}`;
    const values = [`${address}/a.png`, 'b.png', `${address}/a.png`, `${address}/none.png`];
    await writeFile(
      join(folder, 'addresses.csv'),
      `sku,file\n${values.map((value, i) => `${i},${value}`).join('\n')}\n`,
    );
    const args = ['--clean', '--data', 'addresses.csv', '--pictures', 'pictures'];
    const without = await render(...args);
    expect(without.out.match(/the command line needs --fetch-pictures/g)).toHaveLength(3);
    const refused = await render(...args, '--fetch-pictures');
    expect(refused.out.match(/not a public web address/g)).toHaveLength(3);
    expect(requests).toEqual([]);
    process.env['NET_ALLOWED_HOSTS'] = `127.0.0.1:${port}`;
    onTestFinished(() => void delete process.env['NET_ALLOWED_HOSTS']);
    const { out, bits } = await render(...args, '--fetch-pictures', '--workers', '2');
    const fromFolder = await render('--clean', '--pictures', 'pictures');
    expect(bits).toEqual([fromFolder.bits[0], fromFolder.bits[1], fromFolder.bits[0]]);
    expect(out).toContain('The server answered with error 404 instead of a picture');
    expect(requests.toSorted()).toEqual(['/a.png', '/none.png']);
  });

  test('--check names the rows whose pictures are missing, and without the option all rows', async () => {
    const label = ['--template', 'label.tprt', '--data', 'outside.csv'];
    const checked = await renderIn(folder, [...label, '--pictures', 'pictures.zip', '--check']);
    expect(checked.status).toBe(1);
    expect(checked.out).toMatch(/3.*Photo.*secret\.png/);
    const without = await render('--clean');
    expect(without.status).toBe(1);
    expect(without.out.match(/pictures of the rows are not open/g)).toHaveLength(3);
  });

  test.each([['nowhere'], ['rows.csv']])(
    'rejects %s, which is no folder or zip file, before it renders',
    async (path) => {
      const { status, errors } = await render('--clean', '--pictures', path);
      expect(status).toBe(2);
      expect(errors).toContain(path);
    },
  );

  test('a run is not resumed with other pictures', async () => {
    await render('--clean', '--pictures', 'pictures.zip');
    const same = await render('--resume', '--pictures', 'pictures.zip');
    expect(same.status).toBe(0);
    const other = await render('--resume', '--pictures', 'pictures');
    expect(other.status).toBe(2);
  });
});

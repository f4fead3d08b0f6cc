import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import { readTemplate } from '#model/template/file-format.ts';
import { expectOk } from '#model/kernel/result.ts';
import { createTestFolder, createVisitor } from './create-test-server.ts';
import { storageEnvironment } from './test-storage.ts';

interface Started {
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  readonly until: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly stop: (signal: NodeJS.Signals) => void;
}

function startMain(environment: Record<string, string>): Started {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, PORT: '0', LANG: 'en_US.UTF-8', ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  let check = (): void => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      check();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    output: () => output,
    ended,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        check = () => {
          const found = pattern.exec(output);
          if (found !== null) resolve(found);
        };
        check();
        void ended.then(() => reject(new Error(`ended without ${pattern}: ${output}`)));
      }),
    stop: (signal) => void child.kill(signal),
  };
}

const READY = /Labelwright is ready at (http:\/\/127\.0\.0\.1:\d+)\n/;

test('the first start makes a demo account with samples that can be opened, and shows its password once', async () => {
  const DATA_DIR = join(await createTestFolder(), 'deep', 'data');
  const storage = await storageEnvironment(DATA_DIR);
  const first = startMain(storage);
  const [, url = ''] = await first.until(READY);
  const [, password = ''] = /^Demo account: demo \/ (\S{12,})$/m.exec(first.output()) ?? [];
  const { api } = createVisitor(url);
  expectOk(await api.call('login', { account: 'demo', password }));
  const { list } = expectOk(await api.call('templateList', {}));
  expect(list.map((template) => template.name)).toEqual(['Shipping label', 'Price tag', 'Asset tag']);
  for (const { file, image, width, height } of list) {
    expect(expectOk(await api.fetchFile(image)).length).toBeGreaterThan(500);
    const template = expectOk(readTemplate(expectOk(unpackTemplate(expectOk(await api.fetchFile(file))))));
    expect(template.label).toMatchObject({ widthMm: width, heightMm: height });
    for (const element of template.elements) {
      const [source] = 'sources' in element ? element.sources : [];
      if ('symbology' in element) expectOk(encodeSymbol(element.symbology, source?.text ?? '', {}));
    }
  }
  expect(first.output().includes('Labelwright runs as root')).toBe(process.getuid?.() === 0);
  first.stop('SIGTERM');
  expect(await first.ended).toBe(0);

  const second = startMain(storage);
  await second.until(READY);
  expect(second.output()).not.toContain('Demo account');
  second.stop('SIGINT');
  expect(await second.ended).toBe(0);
});

test('a port in use is one clear line and exit code 1, and the next start still shows the password', async () => {
  const DATA_DIR = await createTestFolder();
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const storage = await storageEnvironment(DATA_DIR);
  const failed = startMain({ ...storage, PORT: String(port) });
  expect(await failed.ended).toBe(1);
  expect(failed.output()).toBe(
    `Port ${port} on 127.0.0.1 is in use. Stop the other program or set PORT to another number.\n`,
  );
  const next = startMain({ ...storage, DEMO_PASSWORD: 'chosen for tests' });
  await next.until(READY);
  expect(next.output()).toContain('Demo account: demo / chosen for tests\n');
});

test.each([
  [
    'a data folder below a file',
    'DATA_DIR',
    'package.json/data',
    /^The data folder package.json.data can't be used: .+\n$/,
  ],
  ['a file for a data folder', 'DATA_DIR', 'package.json', /^The data folder package.json can't be used: .+\n$/],
  ['a data folder that takes nothing', 'DATA_DIR', '/proc/a/b', /^The data folder .proc.a.b can't be used: .+\n$/],
  ['a port that is none', 'PORT', 'eighty', /^PORT must be a number from 0 to 65535, not "eighty"\.\n$/],
  [
    'a database that is none of ours',
    'DATABASE_URL',
    'mysql://me:hidden@db/labels',
    /^DATABASE_URL must be like .+\n$/,
  ],
  [
    'a database that is away',
    'DATABASE_URL',
    'postgres://me:hidden@127.0.0.1:4/labels',
    /^DATABASE_URL: labels at 127.0.0.1:4 can't be used. The database can't be reached: .*ECONNREFUSED.*\n$/,
  ],
  [
    'half a storage',
    'S3_BUCKET',
    'labels',
    /^S3_ENDPOINT and S3_ACCESS_KEY_ID and .+ must also be set to store files in S3\.\n$/,
  ],
  ['a port too large', 'ASSISTANT_PORT', '70000', /^ASSISTANT_PORT must be a number .+, not "70000"\.\n$/],
])('%s is one clear line and exit code 1', async (_what, name, value, line) => {
  const failed = startMain({ DATA_DIR: await createTestFolder(), [name]: value });
  expect(await failed.ended).toBe(1);
  expect(failed.output()).not.toContain('hidden');
  expect(failed.output()).toMatch(line);
});

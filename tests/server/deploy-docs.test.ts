import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { LANES } from '#server/core/queue/queue.ts';
import { readSettings } from '#server/settings.ts';
import { createTestServer } from './create-test-server.ts';

const S3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'labels',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const SMTP = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'labels@example.com' };
const guide = readFileSync('docs/operate/settings.md', 'utf8');

test('the guide lists exactly the settings that the server reads', () => {
  const read = new Set<string>();
  // Some are read only where others are set.
  for (const given of [{}, { SMS_URL: 'https://sms.example.com' }, S3, SMTP]) {
    const environment = new Proxy<Record<string, string | undefined>>(given, {
      get(target, name) {
        read.add(String(name));
        return target[String(name)];
      },
    });
    expect(readSettings(environment)).toMatchObject({ ok: true });
  }
  const rows = guide.split('\n').filter((line) => /^\| `[A-Z]/.test(line));
  const listed = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_0-9]+)`/g)].map(([, name]) => name),
  );
  expect(listed.toSorted()).toEqual([...read].toSorted());
});

test.each(['docs/operate/deploy.md', 'docs/operate/security.md'])('every file that %s names exists', (document) => {
  const text = readFileSync(document, 'utf8');
  const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => join(dirname(document), path));
  const files = [...text.matchAll(/`((?:server|tests|src|deploy|docs|scripts|build|locales)\/[\w./-]+\.\w+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(links.length + files.length).toBeGreaterThan(5);
  expect([...links, ...files].filter((path) => !existsSync(path))).toEqual([]);
});

test('the settings of sizes, formats and delays are validated', () => {
  const valueOf = (name: string, text: string): unknown => {
    const settings = readSettings({ [name]: text });
    return settings.ok ? { ...settings.value, ...settings.value.log } : settings.error;
  };
  expect(valueOf('MAX_STORAGE', '20GB')).toMatchObject({ maxStorageBytes: 20e9 });
  expect(valueOf('MAX_STORAGE', '1500')).toMatchObject({ maxStorageBytes: 1500 });
  expect(valueOf('MAX_STORAGE', 'much')).toBe('MAX_STORAGE must be a size such as 500MB or 20GB, not "much".');
  expect(valueOf('LOG_FORMAT', 'json')).toMatchObject({ format: 'json', level: 'info' });
  expect(valueOf('LOG_LEVEL', 'loud')).toBe('LOG_LEVEL must be one of debug, info, warn, error, silent, not "loud".');
  expect(valueOf('SHUTDOWN_DELAY', '5')).toMatchObject({ shutdownDelayMs: 5000 });
  expect(valueOf('WORKERS', '0')).toMatchObject({ workers: 0 });
  expect(valueOf('MAX_TEMPLATES', '0')).toMatch(/^MAX_TEMPLATES must be a number of at least 1/);
  expect(valueOf('SHUTDOWN_DELAY', '-1')).toMatch(/^SHUTDOWN_DELAY must be a number/);
  expect(valueOf('WORKERS', '9999999999')).toBe('WORKERS must be a number of at least 0, not "9999999999".');
  expect(valueOf('IMAGE_SIZE_KB', '0')).toMatch(/^IMAGE_SIZE_KB must be a number from 1 to \d+, not "0"\.$/);
  expect(valueOf('OFFICE_AT_ONCE', '17')).toBe('OFFICE_AT_ONCE must be a number from 1 to 16, not "17".');
  expect(valueOf('OFFICE_PROGRAM', 'soffice')).toMatch(/^OFFICE_PROGRAM must be a path such as .+, not "soffice"\.$/);
});

const MANIFESTS = [
  'deploy/compose.yaml',
  ...readdirSync('deploy/kubernetes').map((name) => `deploy/kubernetes/${name}`),
];
/** Variables that are not settings of ours. */
const FOREIGN = /^(?:MALLOC_ARENA_MAX|POSTGRES_\w+|MINIO_\w+|KEY|LABELWRIGHT_VERSION)$/;

function yamlOf(path: string): unknown[] {
  return parseAllDocuments(readFileSync(path, 'utf8'), { merge: true }).map((document) => {
    expect(document.errors, path).toEqual([]);
    return document.toJS() as unknown;
  });
}

test.each(MANIFESTS)('%s is valid, sets only documented settings and starts only existing programs', (path) => {
  const documents = yamlOf(path);
  expect(documents.length).toBeGreaterThan(0);
  const known = new Set([...guide.matchAll(/`([A-Z_0-9]+)`/g)].map(([, name]) => name));
  const programs: string[] = [];
  const names: string[] = [];
  const walk = (value: unknown, key = ''): void => {
    if (typeof value === 'string' && value.endsWith('.ts')) programs.push(value);
    if (typeof value !== 'object' || value === null) return;
    if ((key === 'environment' || key === 'stringData') && !Array.isArray(value)) names.push(...Object.keys(value));
    if (key === 'env' && Array.isArray(value))
      names.push(...value.map((one) => String(Reflect.get(one as object, 'name'))));
    for (const [name, part] of Object.entries(value)) walk(part, name);
  };
  for (const document of documents) walk(document);
  expect(names.filter((name) => !known.has(name) && !FOREIGN.test(name))).toEqual([]);
  expect(programs.filter((program) => !existsSync(program))).toEqual([]);
  // The container contains everything that it starts.
  const containerfile = readFileSync('deploy/Containerfile', 'utf8');
  for (const program of programs) expect(containerfile).toContain(`/opt/labelwright/${program.split('/')[0]} `);
});

test('the workers scale by a metric that the server has', async () => {
  const [scaled] = yamlOf('deploy/kubernetes/autoscaling.yaml') as {
    spec: { triggers: { metadata: { query: string } }[] };
  }[];
  const query = scaled?.spec.triggers[0]?.metadata.query ?? '';
  const [, metric = '', lane = ''] = /(labelwright_\w+)\{lane="(\w+)"\}/.exec(query) ?? [];
  expect(LANES).toContain(lane);
  const { url } = await createTestServer();
  const text = await (await fetch(`${url}/metrics`)).text();
  for (const state of ['waiting', 'leased']) expect(text).toContain(`${metric}{lane="${lane}",state="${state}"} 0`);
});

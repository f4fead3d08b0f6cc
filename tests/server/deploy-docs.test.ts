import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '#server/settings.ts';

const S3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'labels',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const SMTP = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'labels@example.com' };
const guide = readFileSync('docs/deploy.md', 'utf8');

test('the guide lists exactly the settings that the server reads', () => {
  const read = new Set<string>();
  // Some are asked for only where others are set.
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

test.each(['docs/deploy.md', 'docs/security.md'])('every file that %s names is there', (document) => {
  const text = readFileSync(document, 'utf8');
  const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => join('docs', path));
  const files = [...text.matchAll(/`((?:server|tests|src|deploy|docs|scripts|build|locales)\/[\w./-]+\.\w+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(links.length + files.length).toBeGreaterThan(5);
  expect([...links, ...files].filter((path) => !existsSync(path))).toEqual([]);
});

test('the settings of sizes, formats and delays are checked', () => {
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
  expect(valueOf('MAX_TEMPLATES', '0')).toMatch(/^MAX_TEMPLATES must be a number from 1 on/);
  expect(valueOf('SHUTDOWN_DELAY', '-1')).toMatch(/^SHUTDOWN_DELAY must be a number/);
});

import { describe, expect, test } from 'vitest';
import { readMessageSettings } from '#server/accounts/message-settings.ts';
import { readSettings } from '#server/settings.ts';

describe('how messages are sent', () => {
  test('has no settings by default', () => {
    expect(readMessageSettings({ SMTP_URL: ' ' })).toEqual({ ok: true, value: {} });
  });

  test('is read', () => {
    const settings = readMessageSettings({
      SMTP_URL: 'smtps://labels:secret@mail.example.com',
      MAIL_FROM: 'Labels <labels@example.com>',
      SMS_URL: 'https://sms.example.com/{{phone}}',
      SMS_METHOD: 'put',
      SMS_HEADERS: '{"authorization": "Bearer {{secret}}"}',
      SMS_BODY: '{{text}}',
      SMS_SECRET: 'secret',
      SMS_EXPECT: 'OK',
    });
    expect(settings).toEqual({
      ok: true,
      value: {
        smtp: { url: 'smtps://labels:secret@mail.example.com', from: 'Labels <labels@example.com>' },
        sms: {
          url: 'https://sms.example.com/{{phone}}',
          method: 'PUT',
          headers: { authorization: 'Bearer {{secret}}' },
          body: '{{text}}',
          secret: 'secret',
          expect: 'OK',
        },
      },
    });
  });

  test.each([
    [{ SMTP_URL: 'mail.example.com:hunter2' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM'],
    [{ SMS_URL: 'ftp://sms.example.com' }, 'SMS_URL'],
    [{ SMS_URL: 'https://sms.example.com', SMS_METHOD: 'DELETE' }, 'SMS_METHOD'],
    [{ SMS_URL: 'https://sms.example.com', SMS_HEADERS: '["hunter2"]' }, 'SMS_HEADERS'],
    [{ SMS_URL: 'https://sms.example.com', SMS_HEADERS: '{"a b": "hunter2"}' }, 'SMS_HEADERS'],
    [{ OIDC_PROVIDERS: '[{"clientSecret": "hunter2"}]' }, 'OIDC_PROVIDERS'],
    [{ OIDC_PROVIDERS: '/nowhere/providers.json' }, 'OIDC_PROVIDERS'],
    [{ PUBLIC_URL: 'labels.example.com' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://labels.example.com/path' }, 'PUBLIC_URL'],
  ])('%j is refused in one line that repeats no secret', (environment, name) => {
    const settings = readSettings(environment);
    expect(settings).toMatchObject({ ok: false, error: expect.stringContaining(name) as string });
    expect(JSON.stringify(settings)).not.toMatch(/hunter2|\n/);
  });
});

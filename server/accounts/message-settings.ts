import { err, ok, type Result } from '#model/kernel/result.ts';
import { given, type Environment } from '../core/read-variables.ts';
import type { SmtpSettings } from '../core/mail/smtp-mailer.ts';
import type { MessageSettings } from './messenger.ts';
import type { HttpSmsSettings } from '../core/mail/http-sms.ts';

const DEFAULT_BODY = '{"phone": "{{phone}}", "text": "{{text}}"}';

/** Reads the settings of mail and SMS. The error is one line and contains no secret. */
export function readMessageSettings(environment: Environment): Result<MessageSettings, string> {
  const smtp = readSmtp(environment);
  if (!smtp.ok) return smtp;
  const sms = readSms(environment);
  if (!sms.ok) return sms;
  return ok({
    ...(smtp.value === null ? {} : { smtp: smtp.value }),
    ...(sms.value === null ? {} : { sms: sms.value }),
  });
}

function readSmtp(environment: Environment): Result<SmtpSettings | null, string> {
  const url = given(environment, 'SMTP_URL');
  if (url === null) return ok(null);
  if (!/^smtps?:$/.test(URL.parse(url)?.protocol ?? '')) {
    return err('SMTP_URL must be an address such as smtps://user:password@mail.example.com.');
  }
  const from = given(environment, 'MAIL_FROM');
  return from !== null && from.includes('@')
    ? ok({ url, from })
    : err('MAIL_FROM must be the sender of mail, such as Labelwright <labels@example.com>');
}

function readSms(environment: Environment): Result<HttpSmsSettings | null, string> {
  const url = given(environment, 'SMS_URL');
  if (url === null) return ok(null);
  if (!/^https?:$/.test(URL.parse(url.replaceAll(/\{\{\w+\}\}/g, 'x'))?.protocol ?? '')) {
    return err('SMS_URL must be an http or https address.');
  }
  const method = given(environment, 'SMS_METHOD')?.toUpperCase() ?? 'POST';
  if (method !== 'GET' && method !== 'POST' && method !== 'PUT') return err('SMS_METHOD must be GET, POST or PUT.');
  const headers = readHeaders(given(environment, 'SMS_HEADERS') ?? '{"content-type": "application/json"}');
  if (headers === null)
    return err('SMS_HEADERS must be a JSON object of strings: {"authorization": "Bearer {{secret}}"}.');
  return ok({
    url,
    method,
    headers,
    body: given(environment, 'SMS_BODY') ?? DEFAULT_BODY,
    secret: given(environment, 'SMS_SECRET') ?? '',
    expect: given(environment, 'SMS_EXPECT'),
  });
}

/** Null for headers that no request can carry. */
function readHeaders(text: string): Readonly<Record<string, string>> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const entries = Object.entries(value).map(([name, one]) => [name, String(one)] as const);
    return [...new Headers(entries.map(([name, one]) => [name, one])).keys()].length === entries.length
      ? Object.fromEntries(entries)
      : null;
  } catch {
    return null;
  }
}

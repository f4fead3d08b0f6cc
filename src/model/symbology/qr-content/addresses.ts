import { decoded, fault, valueOf, type QrContentKind, type QrFault, type QrValues } from './types.ts';

const URL_FORM = /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/iu;
const EMAIL_FORM = /^[^\s@,;<>"]+@[^\s@,;<>".]+(\.[^\s@,;<>".]+)+$/u;
/** RFC 3966: a number with the usual separators, global with `+` or local. */
const PHONE_FORM = /^\+?[\d().\- ]*\d[\d().\- ]*$/;

export function isUrl(text: string): boolean {
  return URL_FORM.test(text);
}
export function isEmail(text: string): boolean {
  return EMAIL_FORM.test(text);
}
export function isPhone(text: string): boolean {
  return PHONE_FORM.test(text);
}

/** A web address, unchanged. */
export const url: QrContentKind = {
  fields: [{ name: 'url' }],
  check: (values) => (isUrl(valueOf(values, 'url')) ? [] : [fault('url', 'url')]),
  make: (values) => valueOf(values, 'url'),
  parse: (content) => (isUrl(content) ? { url: content } : null),
};

/** A message to an address (RFC 6068); its line breaks are `%0D%0A` (section 5 there). */
export const email: QrContentKind = {
  fields: [{ name: 'email' }, { name: 'subject' }, { name: 'body', multiline: true }],
  check(values): QrFault[] {
    const wrong = isEmail(valueOf(values, 'email')) ? [] : [fault('email', 'email')];
    return valueOf(values, 'subject').includes('\n') ? [...wrong, fault('subject', 'lineBreak')] : wrong;
  },
  make(values) {
    const headers = ['subject', 'body'].flatMap((name) => {
      const value = valueOf(values, name);
      return value === '' ? [] : [`${name}=${encodeURIComponent(value.replace(/\r?\n/g, '\r\n'))}`];
    });
    const address = encodeURIComponent(valueOf(values, 'email')).replace('%40', '@');
    return `mailto:${address}${headers.length === 0 ? '' : `?${headers.join('&')}`}`;
  },
  parse(content) {
    const match = /^mailto:([^?]+)(?:\?(.*))?$/i.exec(content);
    if (match === null) return null;
    const address = decoded(match[1] ?? '');
    if (address === null) return null;
    const values: Record<string, string> = { email: address, subject: '', body: '' };
    for (const header of (match[2] ?? '').split('&').filter((part) => part !== '')) {
      const at = header.indexOf('=');
      const name = header.slice(0, Math.max(0, at)).toLowerCase();
      const value = decoded(header.slice(at + 1));
      // Another header would be silently lost.
      if ((name !== 'subject' && name !== 'body') || value === null) return null;
      values[name] = value.replace(/\r\n/g, '\n');
    }
    return values;
  },
};

/**
 * A text message. Written in the form that telephones agree on, `SMSTO:number:text`; RFC 5724's `sms:number?body=text`
 * is read as well.
 */
export const sms: QrContentKind = {
  fields: [{ name: 'phone' }, { name: 'body', multiline: true }],
  check: (values) => (isPhone(valueOf(values, 'phone')) ? [] : [fault('phone', 'phone')]),
  make(values) {
    const number = valueOf(values, 'phone').replace(/[^\d+]/g, '');
    return `SMSTO:${number}:${valueOf(values, 'body')}`;
  },
  parse(content): QrValues | null {
    const plain = /^smsto:([^:]+)(?::([\s\S]*))?$/i.exec(content);
    if (plain !== null) return { phone: plain[1] ?? '', body: plain[2] ?? '' };
    const uri = /^sms:([^?]+)(?:\?body=(.*))?$/i.exec(content);
    const body = uri === null ? null : decoded(uri[2] ?? '');
    return uri === null || body === null ? null : { phone: uri[1] ?? '', body };
  },
};

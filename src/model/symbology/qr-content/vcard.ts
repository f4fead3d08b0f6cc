import { isEmail, isPhone, isUrl } from './addresses.ts';
import { fault, octetsOf, valueOf, type QrContentKind, type QrFault, type QrValues } from './types.ts';

const VERSIONS = ['3.0', '4.0'] as const;
/** A longer line is folded (RFC 2426, section 2.6; RFC 6350, section 3.2). */
const LINE_OCTETS = 75;

/** The texts of one component each, with the property that holds it. */
const SIMPLE = { title: 'TITLE', org: 'ORG', phone: 'TEL', email: 'EMAIL', url: 'URL', note: 'NOTE' } as const;
/** ADR: post office box, extended address, street, locality, region, postal code, country. */
const ADDRESS = ['', '', 'street', 'city', 'region', 'zip', 'country'] as const;

/**
 * A business card: vCard 3.0 (RFC 2426) or 4.0 (RFC 6350). Lines end with LF, because a template's texts have no CR;
 * those of other programs are read with either.
 */
export const vcard: QrContentKind = {
  fields: [
    ...['first', 'last', 'org', 'title', 'phone', 'email', 'url'].map((name) => ({ name })),
    ...ADDRESS.filter((name) => name !== '').map((name) => ({ name })),
    { name: 'note', multiline: true },
    { name: 'version', choices: VERSIONS },
  ],
  check(values): QrFault[] {
    const wrong = nameOf(values) === '' ? [fault('first', 'name')] : [];
    for (const [field, isRight] of Object.entries({ phone: isPhone, email: isEmail, url: isUrl })) {
      const value = valueOf(values, field);
      if (value !== '' && !isRight(value)) wrong.push(fault(field, field as 'phone' | 'email' | 'url'));
    }
    return wrong;
  },
  make(values) {
    const text = (name: string): string => escaped(valueOf(values, name));
    const simple = Object.entries(SIMPLE).flatMap(([field, property]) => {
      const value = field === 'url' ? valueOf(values, field) : text(field);
      return value === '' ? [] : [`${property}:${value}`];
    });
    const address = ADDRESS.map((name) => (name === '' ? '' : text(name)));
    const lines = [
      'BEGIN:VCARD',
      `VERSION:${valueOf(values, 'version') || '3.0'}`,
      `N:${text('last')};${text('first')};;;`,
      `FN:${escaped(nameOf(values))}`,
      ...simple,
      ...(address.some((part) => part !== '') ? [`ADR:${address.join(';')}`] : []),
      'END:VCARD',
    ];
    return lines.map(folded).join('\n');
  },
  parse(content) {
    if (!/^BEGIN:VCARD\r?\n/i.test(content)) return null;
    const values: Record<string, string> = {};
    for (const line of content.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
      const match = /^(?:[\w-]+\.)?([\w-]+)(?:;[^:]*)?:(.*)$/.exec(line);
      if (match !== null) take(values, (match[1] ?? '').toUpperCase(), match[2] ?? '');
    }
    if (!VERSIONS.some((version) => version === values['version'])) return null;
    const { formatted = '', ...kept } = values;
    // A card of a person with the formatted name only.
    const named = [kept['first'], kept['last']].some((part = '') => part !== '');
    return named || formatted === (kept['org'] ?? '') ? kept : { ...kept, first: formatted };
  },
};

function take(values: Record<string, string>, property: string, value: string): void {
  const [field] = Object.entries(SIMPLE).find(([, name]) => name === property) ?? [];
  const parts = componentsOf(value);
  if (property === 'VERSION') values['version'] = value.trim();
  else if (property === 'FN') values['formatted'] = unescaped(value);
  else if (property === 'N') [values['last'] = '', values['first'] = ''] = parts;
  else if (property === 'ADR')
    for (const [i, name] of ADDRESS.entries()) if (name !== '') values[name] = parts[i] ?? '';
  // The form shows the first of several numbers.
  if (field !== undefined) values[field] ??= field === 'org' ? (parts[0] ?? '') : plain(field, value);
}

function plain(field: string, value: string): string {
  return field === 'url' ? value : unescaped(value).replace(/^tel:/i, '');
}

/** The formatted name, which a card must have: that of the person, else that of the organization. */
function nameOf(values: QrValues): string {
  const person = [valueOf(values, 'first'), valueOf(values, 'last')].filter((part) => part !== '').join(' ');
  return person === '' ? valueOf(values, 'org') : person;
}

function escaped(text: string): string {
  return text.replace(/[\\,;]/g, (character) => `\\${character}`).replace(/\r?\n/g, '\\n');
}

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character));
}

/** The parts between semicolons that are not escaped. */
function componentsOf(value: string): string[] {
  return [...value.matchAll(/((?:\\[\s\S]|[^\\;])*)(?:;|$)/g)].map((match) => unescaped(match[1] ?? ''));
}

/** Breaks a line after at most 75 octets, never within a character; the next one begins with a space. */
function folded(line: string): string {
  let out = '';
  let octets = 0;
  for (const character of line) {
    const more = octetsOf(character);
    if (octets + more > LINE_OCTETS) {
      out += '\n ';
      octets = 1;
    }
    out += character;
    octets += more;
  }
  return out;
}

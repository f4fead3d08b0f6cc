import { fault, octetsOf, valueOf, type QrContentKind, type QrFault } from './types.ts';

/** `nopass` is an open network. WPA includes WPA, WPA2 and WPA3. */
const SECURITY = ['WPA', 'WEP', 'nopass'] as const;

/** 8 to 63 printable ASCII characters, or the 256-bit key in hexadecimal (IEEE 802.11, annex M.4.1 and J.4.1). */
const WPA_KEY = /^([\x20-\x7E]{8,63}|[\dA-F]{64})$/i;
/** 40 or 104 bits, as characters or in hexadecimal. */
const WEP_KEY = /^([\x20-\x7E]{5}|[\x20-\x7E]{13}|[\dA-F]{10}|[\dA-F]{26})$/i;
/** IEEE 802.11, 9.4.2.2: the name of a network has at most 32 octets. */
const SSID_OCTETS = 32;

/**
 * A network to join: `WIFI:T:WPA;S:name;P:key;H:true;;`, the form of ZXing that telephones read. `\ ; , " :` are
 * escaped with a backslash. Names and keys are never quoted: telephones read quotation marks as part of the name.
 * Spaces at the ends of a name or key count.
 */
export const wifi: QrContentKind = {
  fields: [
    { name: 'ssid' },
    { name: 'security', choices: SECURITY },
    { name: 'key' },
    { name: 'hidden', choices: ['no', 'yes'] },
  ],
  check(values): QrFault[] {
    const { ssid = '', key = '' } = values;
    const octets = octetsOf(ssid);
    const wrong = octets === 0 || octets > SSID_OCTETS || ssid.includes('\n') ? [fault('ssid', 'ssid')] : [];
    const security = valueOf(values, 'security') || 'WPA';
    if (security === 'WPA' && !WPA_KEY.test(key)) wrong.push(fault('key', 'wpaKey'));
    if (security === 'WEP' && !WEP_KEY.test(key)) wrong.push(fault('key', 'wepKey'));
    return wrong;
  },
  make(values) {
    const security = valueOf(values, 'security') || 'WPA';
    const { ssid = '', key = '' } = values;
    const secret = security === 'nopass' ? '' : `P:${escaped(key)};`;
    const hidden = values['hidden'] === 'yes' ? 'H:true;' : '';
    return `WIFI:T:${security};S:${escaped(ssid)};${secret}${hidden};`;
  },
  parse(content) {
    if (!/^wifi:/i.test(content)) return null;
    const parts = new Map<string, string>();
    for (const match of content.slice('WIFI:'.length).matchAll(/([A-Z0-9]+):((?:\\[\s\S]|[^\\;])*);/gi))
      parts.set((match[1] ?? '').toUpperCase(), unescaped(match[2] ?? ''));
    const ssid = parts.get('S');
    if (ssid === undefined) return null;
    const named = parts.get('T') ?? '';
    const security = named === '' ? 'nopass' : SECURITY.find((one) => one.toUpperCase() === named.toUpperCase());
    // Networks for companies (WPA2-EAP) have settings that we can't keep.
    if (security === undefined) return null;
    const hidden = parts.get('H')?.toLowerCase() === 'true' ? 'yes' : 'no';
    return { ssid, security, key: parts.get('P') ?? '', hidden };
  },
};

function escaped(text: string): string {
  return text.replace(/[\\;,":]/g, (character) => `\\${character}`);
}

/** Other programs put a name that looks like hexadecimal into quotation marks, which are not escaped then. */
function unescaped(text: string): string {
  const quoted = /^"(.*)"$/s.exec(text)?.[1] ?? text;
  return quoted.replace(/\\([\s\S])/g, '$1');
}

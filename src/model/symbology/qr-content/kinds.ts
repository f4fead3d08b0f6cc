import { email, sms, url } from './addresses.ts';
import { swissBill } from './swiss-bill.ts';
import type { QrContentKind, QrValues } from './types.ts';
import { vcard } from './vcard.ts';
import { wifi } from './wifi.ts';

/** The kinds of content with a form, in the order of the menu. */
export const QR_KINDS = ['url', 'wifi', 'vcard', 'email', 'sms', 'swissBill'] as const;
export type QrKind = (typeof QR_KINDS)[number];

export const QR_CONTENT: Readonly<Record<QrKind, QrContentKind>> = { url, wifi, vcard, email, sms, swissBill };

/** The kind of a content, with the values of its form; null for a text of no kind. */
export function parseQrContent(content: string): { readonly kind: QrKind; readonly values: QrValues } | null {
  for (const kind of QR_KINDS) {
    const values = QR_CONTENT[kind].parse(content);
    if (values !== null) return { kind, values };
  }
  return null;
}

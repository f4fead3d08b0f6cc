import { fault, valueOf, type QrContentKind, type QrFault, type QrValues } from './types.ts';

/*
 * The Swiss QR code of a payment part: SIX, Implementation Guidelines for the QR-bill, version 2.3. Addresses are
 * structured (type S); the combined ones (type K) ended in November 2025 and are not read.
 */

/** Section 4.2.2: the greatest lengths in characters. */
const ADDRESS = { Name: 70, Street: 70, House: 16, Zip: 16, Town: 35, Country: 2 } as const;
const ADDRESS_PARTS = ['Name', 'Street', 'House', 'Zip', 'Town', 'Country'] as const;
/** The message and the billing information together. */
const MESSAGE_LENGTH = 140;
/** Section 5: the greatest content, which fills version 25 at level M. */
const CONTENT_LENGTH = 997;
/** Section 4.1.1: Basic Latin, Latin-1 Supplement, Latin Extended-A, the comma-below letters and the euro sign. */
const CHARACTERS = /^[\x20-\x7E\u00A0-\u017F\u0218-\u021B\u20AC]*$/u;
/** The recursive modulo 10 of Swiss references (annex B). */
const MODULO_10 = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5] as const;

const CREDITOR = ADDRESS_PARTS.map((part) => `creditor${part}`);
const DEBTOR = ADDRESS_PARTS.map((part) => `debtor${part}`);

export const swissBill: QrContentKind = {
  fields: [
    { name: 'iban' },
    ...CREDITOR.map((name) => ({ name })),
    { name: 'currency', choices: ['CHF', 'EUR'] },
    { name: 'amount' },
    { name: 'reference' },
    { name: 'message' },
    { name: 'billInformation' },
    ...DEBTOR.map((name) => ({ name })),
  ],
  check(values): QrFault[] {
    const wrong = [...paymentFaults(values), ...addressFaults(values, 'creditor')];
    const hasDebtor = DEBTOR.some((name) => valueOf(values, name) !== '');
    if (hasDebtor) wrong.push(...addressFaults(values, 'debtor'));
    const messages = [valueOf(values, 'message'), valueOf(values, 'billInformation')];
    for (const field of ['message', 'billInformation'])
      if (!CHARACTERS.test(valueOf(values, field))) wrong.push(fault(field, 'character'));
    if (messages.join('').length > MESSAGE_LENGTH) wrong.push(fault('message', 'messageLength', MESSAGE_LENGTH));
    if (wrong.length === 0 && this.make(values).length > CONTENT_LENGTH)
      wrong.push(fault(null, 'bytes', CONTENT_LENGTH));
    return wrong;
  },
  make(values) {
    const reference = compact(values, 'reference');
    const type = reference === '' ? 'NON' : reference.startsWith('RF') ? 'SCOR' : 'QRR';
    const address = (names: readonly string[]): string[] => {
      const parts = names.map((name) => valueOf(values, name));
      return parts.every((part) => part === '') ? Array<string>(7).fill('') : ['S', ...parts.with(5, upper(parts[5]))];
    };
    const amount = valueOf(values, 'amount');
    const lines = [
      ['SPC', '0200', '1', compact(values, 'iban')],
      address(CREDITOR),
      // The ultimate creditor is for future use and stays empty.
      Array<string>(7).fill(''),
      [amount === '' ? '' : Number(amount).toFixed(2), valueOf(values, 'currency') || 'CHF'],
      address(DEBTOR),
      [type, reference, valueOf(values, 'message'), 'EPD'],
    ].flat();
    const information = valueOf(values, 'billInformation');
    return [...lines, ...(information === '' ? [] : [information])].join('\n');
  },
  parse(content) {
    const lines = content.split(/\r?\n/);
    const [type, version, coding, iban = ''] = lines;
    if (type !== 'SPC' || !/^02\d\d$/.test(version ?? '') || coding !== '1' || lines[30] !== 'EPD') return null;
    // Alternative procedures and combined addresses would be lost.
    if (lines.slice(32).some((line) => line !== '') || lines[4] !== 'S' || !['S', ''].includes(lines[20] ?? ''))
      return null;
    const values: Record<string, string> = { iban, amount: lines[18] ?? '', currency: lines[19] ?? '' };
    for (const [i, name] of CREDITOR.entries()) values[name] = lines[5 + i] ?? '';
    for (const [i, name] of DEBTOR.entries()) values[name] = lines[21 + i] ?? '';
    return { ...values, reference: lines[28] ?? '', message: lines[29] ?? '', billInformation: lines[31] ?? '' };
  },
};

function paymentFaults(values: QrValues): QrFault[] {
  const wrong: QrFault[] = [];
  const iban = compact(values, 'iban');
  const reference = compact(values, 'reference');
  const amount = valueOf(values, 'amount');
  if (!isIban(iban)) wrong.push(fault('iban', 'iban'));
  // An account for QR references has an institution's number from 30000 to 31999.
  else if (/^3[01]/.test(iban.slice(4))) {
    if (!isQrReference(reference)) wrong.push(fault('reference', 'qrReference'));
  } else if (/^\d{27}$/.test(reference)) wrong.push(fault('reference', 'referenceForbidden'));
  else if (reference !== '' && !isCreditorReference(reference)) wrong.push(fault('reference', 'creditorReference'));
  // 0.00 is the amount of a notification, which is not to be paid (section 4.2.2).
  if (amount !== '' && !/^\d{1,9}(\.\d{1,2})?$/.test(amount)) wrong.push(fault('amount', 'amount'));
  return wrong;
}

function addressFaults(values: QrValues, party: 'creditor' | 'debtor'): QrFault[] {
  const wrong: QrFault[] = [];
  for (const part of ADDRESS_PARTS) {
    const field = party + part;
    const value = valueOf(values, field);
    if (part === 'Country') {
      if (!/^[A-Z]{2}$/i.test(value)) wrong.push(fault(field, 'country'));
    } else if (value === '') {
      if (part !== 'Street' && part !== 'House') wrong.push(fault(field, 'required'));
    } else if (value.length > ADDRESS[part]) wrong.push(fault(field, 'length', ADDRESS[part]));
    else if (!CHARACTERS.test(value)) wrong.push(fault(field, 'character'));
  }
  return wrong;
}

/** Accounts of Switzerland and Liechtenstein, with ISO 13616's check digits. */
export function isIban(text: string): boolean {
  return /^(CH|LI)\d{7}[\dA-Z]{12}$/.test(text) && modulo97(text.slice(4) + text.slice(0, 4)) === 1;
}

/** 27 digits, the last a check digit; zeros only are invalid. */
export function isQrReference(text: string): boolean {
  if (!/^\d{27}$/.test(text) || /^0+$/.test(text)) return false;
  let carry = 0;
  for (const digit of text.slice(0, -1)) carry = MODULO_10[(carry + Number(digit)) % 10] ?? 0;
  return (10 - carry) % 10 === Number(text.at(-1));
}

/** ISO 11649. */
export function isCreditorReference(text: string): boolean {
  return /^RF\d{2}[\dA-Z]{1,21}$/.test(text) && modulo97(text.slice(4) + text.slice(0, 4)) === 1;
}

/** ISO 7064, with A = 10 to Z = 35. */
function modulo97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** A number in stored form: without the spaces for reading, in capitals. */
function compact(values: QrValues, field: string): string {
  return upper(valueOf(values, field).replace(/\s/g, ''));
}

function upper(text = ''): string {
  return text.toUpperCase();
}

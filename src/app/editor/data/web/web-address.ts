/**
 * The address that somebody has typed, with https:// where they have left that out; null for what is none of the web. The
 * server judges where it leads.
 */
export function webAddress(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(full)) return null;
  const { protocol, href, hostname } = new URL(full);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  // A single word is rather a beginning than a host; inside a network its http:// is typed too.
  return isWeb && (full === text || hostname.includes('.') || hostname === 'localhost') ? href : null;
}

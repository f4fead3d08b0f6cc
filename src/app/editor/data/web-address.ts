/**
 * The typed address, with https:// added if it is missing; null for anything that is no web address. The server checks its
 * target.
 */
export function webAddress(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(full)) return null;
  const { protocol, href, hostname } = new URL(full);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  // A single word is more likely incomplete than a host; inside a network its http:// is typed too.
  return isWeb && (full === text || hostname.includes('.') || hostname === 'localhost') ? href : null;
}

/** In search order: most browsers also identify as Chrome or Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(Headless)?Chrom(e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The display name of the browser with this user agent, such as `Firefox, Windows`. */
export function browserName(userAgent: string): string {
  const found = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([sign]) => sign.test(userAgent))?.[1] ?? []);
  return found.length === 0 ? 'Browser' : found.join(', ');
}

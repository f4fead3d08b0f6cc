/** A saved query of the server with values for its parameters, as in the connection of a spreadsheet. */
export interface QueryAddress {
  readonly id: string;
  /** By parameter name; a missing one has its default. */
  readonly values: Readonly<Record<string, string>>;
}

const ADDRESS = /^query:([A-Za-z0-9_-]{1,64})(?:\?(.*))?$/s;

/** `query:ID?name=value&…`, the names sorted so that the same values are the same spreadsheet. */
export function queryAddress({ id, values }: QueryAddress): string {
  const sorted = Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const given = sorted.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return `query:${id}${given === '' ? '' : `?${given}`}`;
}

/** Null for anything else. */
export function readQueryAddress(text: string): QueryAddress | null {
  const found = ADDRESS.exec(text);
  if (found === null) return null;
  const [, id = '', given = ''] = found;
  const pairs = given.split('&').filter((pair) => pair !== '');
  try {
    const values = pairs.map((pair) => {
      const at = pair.includes('=') ? pair.indexOf('=') : pair.length;
      return [decodeURIComponent(pair.slice(0, at)), decodeURIComponent(pair.slice(at + 1))] as const;
    });
    return { id, values: Object.fromEntries(values) };
  } catch {
    return null;
  }
}

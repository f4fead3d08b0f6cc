import type { ConnectionKind, DataQueryInfo, QueryParameter } from '#protocol/api.ts';

/** A query that is being edited. */
export interface QueryDraft {
  /** Null for one that was never saved. */
  readonly id: string | null;
  readonly connectionId: string | null;
  readonly name: string;
  readonly text: string;
  /** Parameter values by name; they are kept while their parameter in the text is being edited. */
  readonly values: Readonly<Record<string, string>>;
}

export function draftOf(query: DataQueryInfo): QueryDraft {
  return {
    id: query.id,
    connectionId: query.connection_id,
    name: query.name,
    text: query.text,
    values: Object.fromEntries(query.parameters.map(({ name, value }) => [name, value])),
  };
}

/** Strings and comments of SQL, which contain no parameters. The server has the final check. */
const NO_CODE = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** The names of the parameters in a query, in order of appearance: `:name`, or `{name}` in an address. */
export function parameterNames(kind: ConnectionKind, text: string): readonly string[] {
  const found =
    kind === 'http'
      ? text.matchAll(/\{([A-Za-z_]\w{0,39})\}/g)
      : text.replaceAll(NO_CODE, ' ').matchAll(/(?<![:\w$]):([A-Za-z_]\w{0,39})/g);
  return [...new Set([...found].map(([, name = '']) => name))];
}

export function parametersOf(kind: ConnectionKind, { text, values }: QueryDraft): QueryParameter[] {
  return parameterNames(kind, text).map((name) => ({ name, label: '', value: values[name] ?? '' }));
}

/** The distinct column names. */
export function onceEach(columns: readonly string[]): readonly string[] {
  return columns.map((name, at) => {
    const before = columns.slice(0, at).filter((one) => one === name).length;
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

/** A quoted cell, in which a doubled quote is one, or an unquoted cell; and its delimiter. */
const CELL = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y;

/** The cells of a text as spreadsheets write it to the clipboard: separated by tabs and line ends. */
export function tabbedCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const from = CELL.lastIndex;
    const [, inQuotes, plain = '', end] = CELL.exec(text) ?? cellFrom(text, from);
    row.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'));
    if (end === '\t' && CELL.lastIndex < text.length) continue;
    if (end === '\t') row.push('');
    rows.push(row);
    row = [];
  }
  return rows;
}

/** A cell that starts with a quote but is not quoted: it is used unchanged. */
function cellFrom(text: string, from: number): readonly [string, undefined, string, string] {
  const plain = /[^\t\r\n]*/y;
  plain.lastIndex = from;
  const [cell = ''] = plain.exec(text) ?? [];
  const end = /^(?:\t|\r\n|\r|\n|)/.exec(text.slice(from + cell.length))?.[0] ?? '';
  CELL.lastIndex = from + cell.length + end.length;
  return [cell + end, undefined, cell, end];
}

import type { JSX } from 'react';

const MAX_COLUMNS = 12;

interface PreviewTableProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The headings and first rows of a sheet with these import settings. */
export function PreviewTable({ label, columns, rows }: PreviewTableProps): JSX.Element {
  return (
    <div className="ed-preview" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.slice(0, MAX_COLUMNS).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {columns.length > MAX_COLUMNS ? <th>…</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // The rows of a preview have no id but their index.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={i}>
              {row.slice(0, MAX_COLUMNS).map((text, column) => (
                <td key={columns[column] ?? column} className={/[\ufffd\0]/.test(text) ? 'ed-bad' : ''}>
                  {text}
                </td>
              ))}
              {columns.length > MAX_COLUMNS ? <td>…</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

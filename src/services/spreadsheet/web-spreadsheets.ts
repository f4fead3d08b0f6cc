import { isWebConnection, type SpreadsheetRef } from '#model/elements/base/reading.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import type { StoredWebCopy } from '../storage/database.ts';
import type { WebCopies } from '../storage/web-copies.ts';
import type { OpenOptions, SpreadsheetClient } from './spreadsheet-client.ts';

export interface WebSpreadsheetsOptions {
  /** The client that identifies files by their bytes. */
  readonly files: SpreadsheetClient;
  readonly copies: WebCopies;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * The client for spreadsheets that can also be identified by a web address: each is the file that was last fetched from
 * there, on this device. Nothing is fetched here, so that all of it works offline. Edited cells belong to the file.
 */
export function createWebSpreadsheets({ files, copies, now }: WebSpreadsheetsOptions): SpreadsheetClient {
  /** Requested copies. Another tab may have fetched a later one, which this one sees after a reload. */
  const known = new Map<string, StoredWebCopy>();

  const contentOf = ({ connection, reading }: SpreadsheetRef): SpreadsheetRef => ({
    connection: known.get(connection)?.content ?? connection,
    reading,
  });

  /** The file of a spreadsheet; `data.notConnected` if its address was never fetched on this device. */
  async function fileOf(spreadsheet: SpreadsheetRef): Promise<Result<SpreadsheetRef>> {
    const { connection } = spreadsheet;
    if (isWebConnection(connection) && !known.has(connection)) {
      const copy = await copies.get(connection);
      if (!copy.ok) return copy;
      if (copy.value === null) return err(problem('data.notConnected'));
      known.set(connection, copy.value);
    }
    return ok(contentOf(spreadsheet));
  }

  async function withFile<T>(
    spreadsheet: SpreadsheetRef,
    use: (file: SpreadsheetRef) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const file = await fileOf(spreadsheet);
    return file.ok ? use(file.value) : file;
  }

  /** The info of a file, under its address. */
  function named(info: SpreadsheetInfo, connection: string): SpreadsheetInfo {
    const copy = known.get(connection);
    return copy === undefined ? info : { ...info, connection, fetchedAt: copy.fetchedAt };
  }

  const namingParts = (options: OpenOptions, connection: string): OpenOptions => ({
    ...options,
    onPart: (part) => options.onPart?.(named(part, connection)),
  });

  return {
    async open(file, { address, ...options } = {}) {
      if (address === undefined) return files.open(file, options);
      const before = known.get(address);
      const fetchedAt = now();
      const take = ({ connection }: SpreadsheetInfo): StoredWebCopy => {
        const copy = { address, content: connection, fileName: file.name, fetchedAt };
        known.set(address, copy);
        return copy;
      };
      const opened = await files.open(file, {
        ...options,
        onPart(part) {
          take(part);
          options.onPart?.(named(part, address));
        },
      });
      if (opened.ok) {
        await copies.put(take(opened.value));
        return ok(named(opened.value, address));
      }
      // The earlier copy is still the best one.
      if (before === undefined) known.delete(address);
      else known.set(address, before);
      return opened;
    },
    reopen: (spreadsheet, fileName, options = {}) =>
      withFile(spreadsheet, async (file) => {
        const { connection } = spreadsheet;
        const opened = await files.reopen(file, fileName, namingParts(options, connection));
        return opened.ok ? ok(named(opened.value, connection)) : opened;
      }),
    rows: (spreadsheet, ...asked) => withFile(spreadsheet, (file) => files.rows(file, ...asked)),
    view: (spreadsheet, ...asked) => withFile(spreadsheet, (file) => files.view(file, ...asked)),
    preview: (source, ...asked) =>
      source instanceof Blob
        ? files.preview(source, ...asked)
        : withFile(source, (file) => files.preview(file, ...asked)),
    edits: (spreadsheet, sheet) => files.edits(contentOf(spreadsheet), sheet),
    edit: (spreadsheet, ...asked) => withFile(spreadsheet, (file) => files.edit(file, ...asked)),
    save: (spreadsheet, ...asked) => withFile(spreadsheet, (file) => files.save(file, ...asked)),
    file: (spreadsheet) => withFile(spreadsheet, (file) => files.file(file)),
    contentOf,
    async confirmCopy({ connection }) {
      const copy = known.get(connection);
      if (copy === undefined) return ok(null);
      const confirmed = { ...copy, fetchedAt: now() };
      known.set(connection, confirmed);
      return copies.put(confirmed);
    },
    onEdit: (listener) => files.onEdit(listener),
    dispose: () => files.dispose(),
  };
}

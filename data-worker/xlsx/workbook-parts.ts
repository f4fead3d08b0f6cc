import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { damaged, MAX_PART_BYTES } from '../limits.ts';
import { readPart } from '../xml/read-part.ts';
import { TOKEN, readAttributes } from '../xml/xml-scanner.ts';
import type { ByteSource } from '../byte-source.ts';
import { hasSoundNames, type ZipDirectory, type ZipEntry } from '../zip-directory.ts';

export interface WorkbookSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly entry: ZipEntry;
}

export interface WorkbookParts {
  readonly sheets: readonly WorkbookSheet[];
  readonly date1904: boolean;
  readonly sharedStrings: ZipEntry | null;
  readonly styles: ZipEntry | null;
}

interface Relationship {
  /** The last segment of the type's address, which is the same in the transitional and the strict form. */
  readonly type: string;
  readonly target: string;
}

/** Finds the parts of a workbook by its relationships (ECMA-376 part 2, 6.5). */
export async function readWorkbookParts(
  source: ByteSource,
  directory: ZipDirectory,
  signal: AbortSignal | undefined,
): Promise<Result<WorkbookParts>> {
  const root = await readRelationships(source, directory, '', signal);
  if (!root.ok) return root;
  const main = [...root.value.values()].find((relationship) => relationship.type === 'officeDocument');
  const workbookName = main?.target ?? 'xl/workbook.xml';
  const workbook = directory.get(workbookName.toLowerCase());
  if (workbook !== undefined && /\.bin$/i.test(workbookName)) return err(problem('data.binaryWorkbook'));
  // It is a zip, but of a text document, an .ods or something else.
  if (workbook === undefined || !/\.xml$/i.test(workbookName)) return err(problem('file.wrongType'));
  const relationships = await readRelationships(source, directory, workbookName, signal);
  if (!relationships.ok) return relationships;
  const listed = await readWorkbook(source, workbook, signal);
  if (!listed.ok) return listed;
  if (!listed.value.isWorkbook) return err(problem('file.wrongType'));

  const sheets: WorkbookSheet[] = [];
  const entries = new Set<ZipEntry>();
  for (const { name, hidden, id } of listed.value.sheets) {
    const relationship = relationships.value.get(id);
    if (relationship === undefined) return err(damaged('sheet without a part', name));
    if (relationship.type !== 'worksheet') continue;
    const entry = directory.get(relationship.target.toLowerCase());
    if (entry === undefined) return err(damaged('sheet part missing', relationship.target));
    // A small file could name a large part a thousand times, and have it read as often.
    if (entries.has(entry)) return err(damaged('sheet part twice', entry.name));
    entries.add(entry);
    sheets.push({ name, hidden, entry });
  }
  const partOf = async (type: string): Promise<Result<ZipEntry | null>> => {
    const relationship = [...relationships.value.values()].find((candidate) => candidate.type === type);
    if (relationship === undefined) return ok(null);
    const entry = directory.get(relationship.target.toLowerCase());
    if (entry !== undefined) return ok(entry);
    // Some writers name a part that they omit. Without styles all cells are General; a reference to a missing shared
    // string is detected when the cell is read.
    return (await hasSoundNames(source, directory)) ? ok(null) : err(damaged('part missing', relationship.target));
  };
  const sharedStrings = await partOf('sharedStrings');
  if (!sharedStrings.ok) return sharedStrings;
  const styles = await partOf('styles');
  if (!styles.ok) return styles;
  return ok({ sheets, date1904: listed.value.date1904, sharedStrings: sharedStrings.value, styles: styles.value });
}

async function readRelationships(
  source: ByteSource,
  directory: ZipDirectory,
  part: string,
  signal: AbortSignal | undefined,
): Promise<Result<ReadonlyMap<string, Relationship>>> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const entry = directory.get(`${folder}_rels/${part.slice(slash)}.rels`.toLowerCase());
  const relationships = new Map<string, Relationship>();
  if (entry === undefined) return ok(relationships);
  const read = await readPart(
    source,
    entry,
    (token, scanner) => {
      if (token !== TOKEN.open || scanner.nameText() !== 'Relationship') return;
      const attributes = readAttributes(scanner);
      const id = attributes.get('Id');
      const target = attributes.get('Target');
      if (id === undefined || target === undefined || attributes.get('TargetMode') === 'External') return;
      const type = attributes.get('Type') ?? '';
      relationships.set(id, { type: type.slice(type.lastIndexOf('/') + 1), target: resolveTarget(folder, target) });
    },
    { maxBytes: MAX_PART_BYTES, signal },
  );
  return read.ok ? ok(relationships) : read;
}

async function readWorkbook(
  source: ByteSource,
  entry: ZipEntry,
  signal: AbortSignal | undefined,
): Promise<
  Result<{ isWorkbook: boolean; date1904: boolean; sheets: { name: string; hidden: boolean; id: string }[] }>
> {
  const sheets: { name: string; hidden: boolean; id: string }[] = [];
  let date1904 = false;
  let isWorkbook = false;
  const read = await readPart(
    source,
    entry,
    (token, scanner) => {
      if (token !== TOKEN.open) return;
      const name = scanner.nameText();
      if (scanner.depth === 1) isWorkbook = name === 'workbook';
      // Recent versions of Excel write another element of this name in an extension, deeper down.
      if (name === 'workbookPr' && scanner.depth === 2)
        date1904 = /^(?:1|true)$/.test(readAttributes(scanner).get('date1904') ?? '');
      if (name !== 'sheet' || scanner.depth !== 3) return;
      const attributes = readAttributes(scanner);
      // Anything but these two (ECMA-376 part 1, 18.18.68) is visible, as in Excel.
      const hidden = /^(?:hidden|veryHidden)$/.test(attributes.get('state') ?? '');
      sheets.push({ name: attributes.get('name') ?? '', hidden, id: attributes.get(':id') ?? '' });
    },
    { maxBytes: MAX_PART_BYTES, signal },
  );
  return read.ok ? ok({ isWorkbook, date1904, sheets }) : read;
}

/** A target is relative to the folder of the part that names it, or absolute with a leading slash. */
function resolveTarget(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const steps = path.startsWith('/') ? [] : folder.split('/').filter((step) => step !== '');
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

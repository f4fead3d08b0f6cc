import { rotatedSize } from '#model/kernel/geometry.ts';
import { assertNever } from '#model/kernel/assert-never.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { PagePart } from '#model/document/document-file.ts';
import { isSplitUnsure } from '#model/document/split/sheet-split.ts';
import { documentTemplate } from '#model/document/document-template.ts';
import { parsePageRange } from '#model/document/page-range.ts';
import { documentRecords } from '#model/data/document-records.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { Template } from '#model/template/template.ts';
import { openDocument, type OpenDocument } from './open-document.ts';
import type { DocumentSettings, DocumentSplit } from '../run-settings.ts';

interface DocumentSources {
  readonly template: Template;
  readonly records: RecordSource;
}

/** The labels of a document: its pages, or what is found on them. `copies` for collated ones. */
export async function openDocumentSources(
  args: DocumentSettings,
  copies: number,
  signal: AbortSignal,
  onNotice: (notice: Problem) => void,
): Promise<Result<DocumentSources>> {
  const opened = await openDocument(args, signal);
  if (!opened.ok) return opened;
  try {
    return await sourcesOf(opened.value, args, copies, signal, onNotice);
  } finally {
    opened.value.documents.dispose();
  }
}

async function sourcesOf(
  open: OpenDocument,
  args: DocumentSettings,
  copies: number,
  signal: AbortSignal,
  onNotice: (notice: Problem) => void,
): Promise<Result<DocumentSources>> {
  const { info } = open;
  const pages = parsePageRange(args.pages ?? '', info.pages.length);
  if (!pages.ok) return err({ ...pages.error, path: '--pages' });
  const parts: PagePart[] = [];
  const unsure: number[] = [];
  for (const page of pages.value) {
    if (signal.aborted) return err(problem('aborted'));
    const found = await partsOf(open, page, args.split, signal, () => unsure.push(page + 1));
    if (!found.ok) return err({ ...found.error, path: args.path });
    parts.push(...found.value);
  }
  if (unsure.length > 0) {
    const pagesText = [...new Set(unsure)].join(', ');
    // On screen the user confirms; here the boxes are unchecked.
    if (!args.acceptSplit) return err(problem('document.splitUnsure', { pages: pagesText }, '--accept-split'));
    onNotice(problem('document.splitUnsure', { pages: pagesText }));
  }
  const [first] = parts;
  if (first === undefined) return err(problem('document.noPages', {}, args.path));
  const whole = info.pages[first.page]?.sizeMm ?? { width: 0, height: 0 };
  const size = args.size ?? rotatedSize(first.boxMm ?? whole, first.rotation);
  const plan = {
    documents: [{ document: info.document, fileName: info.fileName }],
    parts,
    look: args.look,
    widthMm: size.width,
    heightMm: size.height,
    collatedCopies: args.collate ? copies : 1,
  };
  return ok({ template: documentTemplate(plan, info.fileName), records: documentRecords(plan) });
}

async function partsOf(
  { documents, info: { document, pages } }: OpenDocument,
  page: number,
  split: DocumentSplit,
  signal: AbortSignal,
  onUnsure: () => void,
): Promise<Result<readonly PagePart[]>> {
  const part = { document, page, boxMm: null, rotation: 0 } as const;
  // Such a page is rejected by name when its label is made, and the others continue.
  if (pages[page]?.problem !== undefined) return ok([part]);
  switch (split) {
    case 'none':
      return ok([part]);
    case 'content': {
      const box = await documents.content(document, page, signal);
      return box.ok ? ok(box.value === null ? [] : [{ ...part, boxMm: box.value }]) : box;
    }
    case 'auto': {
      const found = await documents.split(document, page, signal);
      if (!found.ok) return found;
      const { labels, skewDegrees } = found.value;
      if (isSplitUnsure(found.value)) onUnsure();
      const lean = skewDegrees === 0 ? {} : { leanDegrees: skewDegrees };
      return ok(labels.map(({ boxMm, rotation }) => ({ ...part, boxMm, rotation, ...lean })));
    }
    default:
      return assertNever(split);
  }
}

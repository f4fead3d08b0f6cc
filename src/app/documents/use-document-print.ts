import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#model/kernel/geometry.ts';
import type { DocumentPlan } from '#model/document/document-plan.ts';
import { resolutionsOf } from '#app/print/print-settings.ts';
import type { ListedPrinter } from '#app/print/list-printers.ts';
import { usePrinters, type Printers } from '#app/print/use-printers.ts';
import { chosenPrinter, keepPrinter } from '#app/state/chosen-printer.ts';
import { startingDpi, usableDpi } from '#protocol/printer-info.ts';
import { labelsOf, unconfirmedPages, type SessionDocument, type DocumentLabel } from './session/session-document.ts';
import { labelSize } from './session/label-size.ts';
import type { Look } from './session/use-look.ts';

/** The labels to print and their settings. */
export interface DocumentPrint {
  readonly labels: readonly DocumentLabel[];
  /** Whether pages of the print have not been searched yet. */
  readonly isWaiting: boolean;
  /** The first page with boxes that the user has to confirm before printing. */
  readonly unconfirmed: { readonly documentId: number; readonly page: number } | null;
  readonly size: Size;
  readonly plan: DocumentPlan;
  readonly jobName: string;
  readonly printers: Printers;
  readonly printer: ListedPrinter | undefined;
  readonly resolutions: readonly number[];
  readonly dpi: number;
  readonly choosePrinter: (name: string) => void;
  readonly chooseDpi: (dpi: number) => void;
}

export function useDocumentPrint(
  documents: readonly SessionDocument[],
  { look, size: choice, sheet }: Look,
): DocumentPrint {
  const { t } = useTranslation('documents');
  const printers = usePrinters();
  const [name, setName] = useState(chosenPrinter);
  const [ownDpi, setDpi] = useState<number | null>(null);
  const { labels, isWaiting } = useMemo(() => {
    const all = documents.map(labelsOf);
    return {
      labels: all.flatMap((one) => one.labels),
      isWaiting: all.some(({ unknown }) => unknown.length > 0),
    };
  }, [documents]);
  const [unconfirmed = null] = documents.flatMap((document) =>
    unconfirmedPages(document).map((page) => ({ documentId: document.id, page })),
  );
  const size = labelSize(choice, labels);
  const { width, height } = size;
  const plan = useMemo(
    (): DocumentPlan => ({
      documents: documents.map(({ info }) => ({ document: info.document, fileName: info.fileName })),
      parts: labels.map(({ part }) => part),
      look,
      widthMm: width,
      heightMm: height,
      ...(sheet === null ? {} : { sheet }),
      collatedCopies: 1,
    }),
    [documents, labels, look, width, height, sheet],
  );
  const printer = printers.list?.find((one) => one.name === name) ?? printers.list?.[0];
  const resolutions = resolutionsOf(printer);
  const first = documents[0]?.info.fileName ?? '';
  return {
    labels,
    isWaiting,
    unconfirmed,
    size,
    plan,
    jobName: documents.length < 2 ? first : t('print.several', { name: first, count: documents.length - 1 }),
    printers,
    printer,
    resolutions,
    dpi: usableDpi(ownDpi ?? startingDpi(printer), resolutions),
    choosePrinter(next) {
      keepPrinter(next);
      setName(next);
    },
    chooseDpi: setDpi,
  };
}

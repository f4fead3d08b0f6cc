import { useState } from 'react';
import { documentTemplate } from '#model/document/document-template.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import { keepWantedGrade, wantedGrade } from '#app/print/print-settings.ts';
import type { SheetChoices } from '#app/print/SheetField.tsx';
import { firstFreeCell, isRemembering, setRemembering } from '#app/print/runs/part-used-sheets.ts';
import type { DocumentPrint } from './use-document-print.ts';

/** The settings of the print dialog in addition to the printer, kept for the next print as for labels. */
export interface ChosenPrint {
  /** Null while the field is empty. */
  readonly copies: number | null;
  readonly isCollated: boolean;
  readonly minGrade: Grade;
  /** Counted from 0; always 0 if each label is a page of its own. */
  readonly firstCell: number;
  readonly sheet: Omit<SheetChoices, 'rows' | 'columns'>;
  readonly choosePrinter: (name: string) => void;
  readonly chooseCopies: (copies: number | null) => void;
  readonly chooseCollated: (isCollated: boolean) => void;
  readonly chooseGrade: (grade: Grade) => void;
  readonly chooseFirstCell: (cell: number) => void;
  /** The next run starts where this one ends. */
  readonly forgetFirstCell: () => void;
}

export function useChosenPrint(print: DocumentPrint): ChosenPrint {
  const [copies, setCopies] = useState<number | null>(1);
  const [isCollated, setCollated] = useState(true);
  const [minGrade, setMinGrade] = useState(wantedGrade);
  const [ownCell, setOwnCell] = useState<number | null>(null);
  const [isReadable, setReadable] = useState(true);
  const [remembers, setRemembers] = useState(isRemembering);
  const { label } = documentTemplate(print.plan, print.jobName);
  const kept = firstFreeCell(print.printer?.name ?? '', label);
  return {
    copies,
    isCollated,
    minGrade,
    firstCell: Math.min(ownCell ?? kept, label.rows * label.columns - 1),
    sheet: {
      isReadable,
      onReadable: setReadable,
      remembers,
      onRemember(wanted) {
        setRemembering(wanted);
        setRemembers(wanted);
      },
    },
    choosePrinter(name) {
      print.choosePrinter(name);
      // Another printer has another sheet.
      setOwnCell(null);
      setReadable(true);
    },
    chooseCopies: setCopies,
    chooseCollated: setCollated,
    chooseGrade(grade) {
      keepWantedGrade(grade);
      setMinGrade(grade);
    },
    chooseFirstCell: setOwnCell,
    forgetFirstCell: () => setOwnCell(null),
  };
}

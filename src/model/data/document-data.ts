import type { DocumentPlan } from '#model/document/document-plan.ts';
import { MOST_COUNTED } from './copies.ts';
import { documentRecords } from './document-records.ts';
import type { FrozenData } from './frozen-data.ts';
import { rowRange } from './row-set.ts';

/** The documents' part of a run's frozen data. The documents' bytes are stored separately, by their keys. */
export function documentData(plan: DocumentPlan): FrozenData {
  const { count } = documentRecords(plan);
  return {
    count,
    rows: rowRange(0, count),
    copiesColumn: null,
    mostCopies: MOST_COUNTED,
    edits: [],
    document: plan,
  };
}

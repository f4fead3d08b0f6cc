import type { DocumentPlan } from '#model/document/document-plan.ts';
import { MOST_COUNTED } from './copies.ts';
import { documentRecords } from './document-records.ts';
import type { FrozenData } from './frozen-data.ts';
import { rowRange } from './row-set.ts';

/** What a run keeps of the documents that it prints. Their bytes are kept beside it, by their keys. */
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

import { ok } from '#model/kernel/result.ts';
import type { DocumentPlan } from '#model/document/document-plan.ts';
import { MOST_COUNTED } from './copies.ts';
import type { FrozenData } from './frozen-data.ts';
import type { DataRecord } from './record.ts';
import type { RecordSource } from './record-source.ts';
import { rowRange } from './row-set.ts';

/** The parts of documents as records, one for each label, numbered from 1. */
export function documentRecords({ parts, look, collatedCopies }: DocumentPlan): RecordSource {
  const count = parts.length * collatedCopies;
  return {
    count,
    numbering: { firstRow: 1, gaps: [] },
    async read(first, wanted) {
      const records: DataRecord[] = [];
      for (let i = first; i < Math.min(count, first + wanted); i++) {
        const part = parts[i % parts.length];
        if (part !== undefined) records.push({ row: i + 1, index: i, values: {}, page: { ...part, look } });
      }
      return ok(records);
    },
  };
}

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

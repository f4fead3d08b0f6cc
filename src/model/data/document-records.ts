import { ok } from '#model/kernel/result.ts';
import type { DocumentPlan } from '#model/document/document-plan.ts';
import type { DataRecord } from './record.ts';
import type { RecordSource } from './record-source.ts';

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

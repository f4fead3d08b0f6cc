import { ok } from '#model/kernel/result.ts';
import type { RecordSource } from './record-source.ts';

/** A part of the labels of some records. */
export interface LabelPart {
  /** Each record gives this many times its number of labels. */
  readonly times: number;
  /** How many labels the first record gives; as many as the others when left out. */
  readonly ofFirst?: number;
}

/** The same records with the labels of the part. */
export function withPart(source: RecordSource, { times, ofFirst }: LabelPart): RecordSource {
  const copiesAt = (place: number): number =>
    place === 0 && ofFirst !== undefined ? ofFirst : (source.copiesAt?.(place) ?? 1) * times;
  return {
    ...source,
    copiesAt,
    async read(first, count, signal) {
      const read = await source.read(first, count, signal);
      return read.ok ? ok(read.value.map((record, i) => ({ ...record, copies: copiesAt(first + i) }))) : read;
    },
  };
}

import type { Problem } from '#model/kernel/problem.ts';
import { isBelow } from '#model/symbology/read/grade.ts';
import { PRINT_RECORD_LIMITS, type RecordedReading, type RecordedReport } from '#protocol/api.ts';
import type { Reading } from '#protocol/printing.ts';

const LIMITS = PRINT_RECORD_LIMITS;
/** A call's body is at most 256 KB. */
const PART_BYTES = 150_000;

/** Collects readings and keeps as many as the server does: all, or first those that need a person's attention. */
export class ReadingSelection {
  readonly #all: RecordedReading[] = [];
  readonly #needing: RecordedReading[] = [];
  #total = 0;

  get total(): number {
    return this.#total;
  }

  add(readings: readonly Reading[]): void {
    this.#total += readings.length;
    for (const reading of readings) {
      const listed = this.#all.length < LIMITS.readings;
      const needing = needsLook(reading) && this.#needing.length < LIMITS.readings;
      if (!listed && !needing) continue;
      const recorded = recordedReading(reading);
      if (listed) this.#all.push(recorded);
      if (needing) this.#needing.push(recorded);
    }
  }

  /** Split into parts that each fit into one call. */
  parts(): readonly (readonly RecordedReading[])[] {
    const parts: RecordedReading[][] = [];
    let part: RecordedReading[] = [];
    let bytes = 0;
    const encoder = new TextEncoder();
    for (const reading of this.#chosen()) {
      const size = encoder.encode(JSON.stringify(reading)).length + 1;
      if (part.length === LIMITS.readingsInPart || (part.length > 0 && bytes + size > PART_BYTES)) {
        parts.push(part);
        part = [];
        bytes = 0;
      }
      part.push(reading);
      bytes += size;
    }
    if (part.length > 0) parts.push(part);
    return parts.slice(0, LIMITS.parts);
  }

  #chosen(): readonly RecordedReading[] {
    if (this.#total <= LIMITS.readings || this.#needing.length === 0) return this.#all;
    const needing = new Set(this.#needing);
    const others = this.#all.filter((reading) => !needing.has(reading));
    const chosen = [...this.#needing, ...others.slice(0, LIMITS.readings - this.#needing.length)];
    return chosen.sort((a, b) => a.row - b.row);
  }
}

/** What needs attention first: rejected labels, and codes below grade B. */
export function needsLook({ printed, grade }: Pick<Reading, 'printed' | 'grade'>): boolean {
  return !printed || (grade !== null && isBelow(grade, 'B'));
}

function recordedReading(reading: Reading): RecordedReading {
  const { elementName, expected, decoded, reasons } = reading;
  return {
    ...reading,
    elementName: clipped(elementName, LIMITS.name),
    expected: clipped(expected),
    decoded: decoded === null ? null : clipped(decoded),
    reasons: reasons.slice(0, 20).map(recordedProblem),
  };
}

export function recordedProblem({ code, path, params }: Problem): Problem {
  return {
    code,
    ...(path === undefined ? {} : { path: clipped(path) }),
    ...(params === undefined
      ? {}
      : {
          params: Object.fromEntries(
            Object.entries(params)
              .slice(0, 20)
              .map(([name, value]) => [name, typeof value === 'string' ? clipped(value) : value]),
          ),
        }),
  };
}

/** A text of at most this many UTF-16 units; a longer one ends in an ellipsis. */
export function clipped(text: string, most: number = LIMITS.text): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** The report without its lists, for a server that rejects them. */
export function bareReport(report: RecordedReport): RecordedReport {
  return {
    ...report,
    problem: null,
    refusals: [],
    refusalsBeyond: report.refusalsBeyond + report.refusals.length,
    doubtfulPages: [],
    grades: [],
  };
}

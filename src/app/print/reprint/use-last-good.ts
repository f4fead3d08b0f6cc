import { useEffect, useState } from 'react';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { useServices } from '#app/state/services.tsx';
import {
  labelsOfRow,
  labelsWith,
  nameLabel,
  type EarlierRun,
  type FoundLabels,
  type NamedLabel,
} from './earlier-run.ts';

/** The user's description of the last good label: its number, its row, or its content. Null while it is missing. */
export type LastGood =
  | { readonly type: 'number'; readonly n: number | null }
  | { readonly type: 'row'; readonly row: number | null }
  | { readonly type: 'code'; readonly code: string };

/** A label with its name for people. */
export interface OfferedLabel extends NamedLabel {
  readonly label: number;
}

/** The result of the user's description. */
export interface FoundLastGood {
  readonly labels: readonly OfferedLabel[];
  readonly beyond: number;
}

const NOTHING: Result<FoundLastGood> = ok({ labels: [], beyond: 0 });

/** The labels that match; null during the search, and without a description. */
export function useLastGood(run: EarlierRun, said: LastGood): Result<FoundLastGood> | null {
  const { eachReadings } = useServices();
  const [found, setFound] = useState<{ readonly said: LastGood; readonly labels: Result<FoundLastGood> } | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    void look({ eachReadings }, run, said, signal).then((labels) => {
      if (!signal.aborted && labels !== null) setFound({ said, labels });
    });
    return () => abort.abort();
  }, [eachReadings, run, said]);
  return found?.said === said ? found.labels : null;
}

async function look(
  services: Parameters<typeof labelsWith>[0],
  run: EarlierRun,
  said: LastGood,
  signal: AbortSignal,
): Promise<Result<FoundLastGood> | null> {
  switch (said.type) {
    case 'number': {
      if (said.n === null) return null;
      const label = run.printed.nth(said.n);
      return label === null ? NOTHING : named(run, ok({ labels: [label], beyond: 0 }));
    }
    case 'row':
      return said.row === null ? null : named(run, orNone(await labelsOfRow(run, said.row)));
    case 'code':
      return said.code === '' ? null : named(run, orNone(await labelsWith(services, run, said.code, signal)));
  }
}

function orNone(found: Result<FoundLabels>): Result<FoundLabels> {
  return found.ok && found.value.labels.length === 0 ? err(problem('print.noSuchLabel')) : found;
}

async function named(run: EarlierRun, found: Result<FoundLabels>): Promise<Result<FoundLastGood>> {
  if (!found.ok) return found;
  const labels: OfferedLabel[] = [];
  for (const label of found.value.labels) {
    const name = await nameLabel(run, label);
    if (!name.ok) return name;
    labels.push({ label, ...name.value });
  }
  return ok({ labels, beyond: found.value.beyond });
}

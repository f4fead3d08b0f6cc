import type { Result } from '#model/kernel/result.ts';
import { withDatabase } from '#services/storage/database.ts';
import { decodeLabelAttributes, editLabelPath, type LabelAttributes } from '#app/state/label-attributes.ts';
import { deleteStored, editedAtOf, stepsOf, tabOf } from './stored-drafts.ts';
import { livingTabs } from './tab-name.ts';

/** The router's state with an address: the draft that the editor opens without asking. */
export interface WantedDraft {
  /** Its storage key. */
  readonly draft: string;
}

/** An unsaved label of a closed tab. */
export interface RecoveredLabel {
  readonly storedAs: string;
  readonly name: string;
  readonly attributes: LabelAttributes;
  /** Milliseconds since 1970. */
  readonly editedAt: number;
  /** A PNG; null if the tab was closed before it was rendered. */
  readonly picture: Uint8Array | null;
}

/** The user's recovered labels, latest first. Does not read their content, which needs the whole model. */
export async function recoveredLabels(userId: string): Promise<Result<RecoveredLabel[]>> {
  return withDatabase(userId, async (database) => {
    const all = await database.getAll('drafts');
    const living = await livingTabs(all.map(({ key }) => tabOf(key)));
    const rows = all.filter(({ key }) => !living.has(tabOf(key)));
    const labels = await Promise.all(
      rows.map(async (row): Promise<RecoveredLabel | null> => {
        const attributes = attributesIn(row.key);
        if (attributes === null) return null;
        const steps = await database.getAll('draftSteps', stepsOf(row.key));
        const { name, picture } = row;
        return {
          storedAs: row.key,
          name: typeof name === 'string' && name !== '' ? name : attributes.settings.name,
          attributes,
          editedAt: editedAtOf(row, steps),
          picture: picture instanceof Uint8Array ? picture : null,
        };
      }),
    );
    return labels.filter((label) => label !== null).toSorted((a, b) => b.editedAt - a.editedAt);
  });
}

/** The address to open it. */
export function recoveredPlace({ attributes, storedAs }: RecoveredLabel): { path: string; state: WantedDraft } {
  return { path: editLabelPath(attributes, 'add'), state: { draft: storedAs } };
}

export function deleteRecovered(userId: string, { storedAs }: RecoveredLabel): Promise<Result<null>> {
  return deleteStored(userId, storedAs);
}

/** The draft in the router's state of an address; null for none. */
export function wantedDraft(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('draft' in state)) return null;
  return typeof state.draft === 'string' ? state.draft : null;
}

/** The route's attributes of the label, from the key of its draft; null for a draft of a saved label. */
function attributesIn(storedAs: string): LabelAttributes | null {
  try {
    const [, label] = JSON.parse(storedAs.slice(0, storedAs.lastIndexOf(' '))) as readonly unknown[];
    if (typeof label !== 'string' || !label.startsWith('{')) return null;
    const attributes = decodeLabelAttributes(label);
    return attributes.ok ? attributes.value : null;
  } catch {
    return null;
  }
}

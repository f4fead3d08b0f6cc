export interface Waiting {
  readonly id: string;
  readonly userId: string;
  /** Time of arrival. */
  readonly at: number;
}

/**
 * The order in which waiting files are converted: users take turns, so a user with one file does not wait for all
 * twenty of another. Files in conversion count as turns of their user. Among equals the older one comes first.
 */
export function turnOrder(waiting: readonly Waiting[], converting: readonly string[]): readonly Waiting[] {
  const turns = new Map<string, number>();
  const takeTurn = (userId: string): number => {
    const turn = (turns.get(userId) ?? 0) + 1;
    turns.set(userId, turn);
    return turn;
  };
  for (const userId of converting) takeTurn(userId);
  return waiting
    .toSorted(inOrderOfComing)
    .map((one) => ({ one, turn: takeTurn(one.userId) }))
    .toSorted((a, b) => a.turn - b.turn || inOrderOfComing(a.one, b.one))
    .map(({ one }) => one);
}

function inOrderOfComing(a: Waiting, b: Waiting): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}

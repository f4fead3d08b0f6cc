export interface Waiting {
  readonly id: string;
  readonly userId: string;
  /** When it came. */
  readonly at: number;
}

/**
 * In which order the files that wait are converted: users take turns, so that a user with one file does not wait for
 * all twenty of another. Those that are being converted count as turns that their user has had. Among equals the older one
 * goes first.
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

/** A step of a run: its rows are read, some of its labels made, all of them joined, and its end told to who asked for that. */
export type RunJob =
  | { readonly type: 'plan'; readonly runId: string }
  | { readonly type: 'chunk'; readonly runId: string; readonly generation: number; readonly first: number }
  | { readonly type: 'join'; readonly runId: string; readonly generation: number }
  | { readonly type: 'tell'; readonly runId: string };

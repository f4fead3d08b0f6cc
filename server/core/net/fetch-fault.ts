/**
 * Why nothing was fetched. `unreachable` also stands for what is not allowed: whoever asks must not learn from the answer
 * what there is in the server's own network.
 */
export type FetchFault =
  | { readonly type: 'address' | 'unreachable' | 'redirects' | 'tooSlow' | 'incomplete' | 'aborted' }
  | { readonly type: 'status'; readonly status: number }
  | { readonly type: 'tooLarge'; readonly limitBytes: number };

/** Why a message did not leave. `detail` is for the operator; it names no secret, no recipient and no content. */
export interface SendFault {
  readonly code: 'refused' | 'unreachable' | 'timeout' | 'aborted';
  readonly detail: string;
}

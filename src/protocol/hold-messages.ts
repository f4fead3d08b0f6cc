/** A worker's own scope, as far as messages come in there. */
export interface MessageTarget {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  dispatchEvent(event: MessageEvent): boolean;
}

/**
 * Keeps all messages from anybody who listens, until what it gives back is called: they are handed on then, in their order.
 * For a worker that still loads what answers them.
 */
export function holdMessages(target: MessageTarget): () => void {
  const held: MessageEvent[] = [];
  function hold(event: MessageEvent): void {
    event.stopImmediatePropagation();
    held.push(event);
  }
  target.addEventListener('message', hold);
  return () => {
    target.removeEventListener('message', hold);
    for (const { data, ports } of held) target.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
  };
}

/** A worker's own scope, as far as it receives messages. */
export interface MessageTarget {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  dispatchEvent(event: MessageEvent): boolean;
}

/**
 * Holds back all messages until the returned function is called, which delivers them in order. For a worker that is
 * still loading its handlers.
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

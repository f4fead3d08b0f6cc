/**
 * Keeps the messages that come to this worker until its code is there: a message that nobody listens for is lost.
 * What it gives back hands them on, in their order, to whoever listens by then.
 */
export function holdMessages(): () => void {
  const held: MessageEvent[] = [];
  const hold = (event: MessageEvent): void => {
    held.push(event);
  };
  self.addEventListener('message', hold);
  return () => {
    self.removeEventListener('message', hold);
    for (const { data, ports } of held) self.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
  };
}

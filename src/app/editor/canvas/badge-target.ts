import type { ElementId } from '#model/kernel/ids.ts';

/**
 * The element that the pressed badge belongs to; undefined when the press was not on a badge. Badges carry their element's
 * id as `data-leads-to`.
 */
export function badgedElement(target: EventTarget | null): ElementId | undefined {
  const badge = target instanceof Element ? target.closest('[data-leads-to]') : null;
  return (badge?.getAttribute('data-leads-to') ?? undefined) as ElementId | undefined;
}

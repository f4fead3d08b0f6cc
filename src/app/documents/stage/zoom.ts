/** Fit to the available space, or a factor of the real size. */
export type Zoom = 'fit' | number;

const STEPS: readonly number[] = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12];

/** The next larger or smaller step. */
export function nextZoom(now: number, step: 1 | -1): number {
  const others = step > 0 ? STEPS.filter((one) => one > now * 1.01) : STEPS.filter((one) => one < now * 0.99);
  return (step > 0 ? others[0] : others.at(-1)) ?? (step > 0 ? (STEPS.at(-1) ?? 1) : (STEPS[0] ?? 1));
}

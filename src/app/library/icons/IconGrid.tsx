import { useRef, useState, type JSX, type KeyboardEvent } from 'react';
import { Spin } from 'antd';
import type { IconInfo } from '#protocol/api.ts';

export interface IconGridProps {
  readonly label: string;
  readonly icons: readonly IconInfo[];
  /** The icon that is being fetched. */
  readonly busyUrl: string | null;
  readonly onTake: (icon: IconInfo) => void;
}

/** The icons as buttons: one tab stop, and inside it the arrow keys. */
export function IconGrid({ label, icons, busyUrl, onTake }: IconGridProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState('');
  const stopAt = Math.max(
    0,
    icons.findIndex(({ url }) => url === stop),
  );

  function walk(event: KeyboardEvent<HTMLElement>): void {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = buttons[nextPlace(event.key, at, buttons)];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div ref={list} role="group" aria-label={label} className="icons-grid" data-testid="icons-grid" onKeyDown={walk}>
      {icons.map((icon, i) => (
        <button
          key={icon.url}
          type="button"
          title={icon.name}
          tabIndex={i === stopAt ? 0 : -1}
          disabled={busyUrl !== null && busyUrl !== icon.url}
          onFocus={() => setStop(icon.url)}
          onClick={() => onTake(icon)}
        >
          <img src={icon.url} alt="" loading="lazy" decoding="async" width={48} height={48} />
          <span>{icon.name}</span>
          {busyUrl === icon.url ? <Spin className="icons-busy" /> : null}
        </button>
      ))}
    </div>
  );
}

/** The index that a key moves to; -1 for other keys. */
function nextPlace(key: string, at: number, buttons: readonly HTMLElement[]): number {
  const top = buttons[0]?.offsetTop;
  const below = buttons.findIndex((button) => button.offsetTop !== top);
  const columns = below < 0 ? buttons.length : below;
  const last = buttons.length - 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: last,
  };
  const place = steps[key] ?? -1;
  return place > last ? -1 : place;
}

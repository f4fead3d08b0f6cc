import { useEffect, useRef, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#model/kernel/geometry.ts';
import type { RunPosition } from '#model/elements/base/styled-text.ts';
import { ColorField } from '../widgets/ColorField.tsx';
import { Toggle } from '../widgets/fields.tsx';
import { formatChord, isMac, type Chord } from '../session/chords.ts';
import type { SelectedStyle } from './rich-text.ts';
import './selection-bar.css';

export type Flag = 'bold' | 'italic' | 'underline' | 'strikeThrough';
/** The bar is as wide as its eleven tools. */
export const BAR: Size = { width: 354, height: 38 };

export const FLAG_CHORDS: Readonly<Record<Flag, Chord>> = {
  bold: { code: 'KeyB', control: true },
  italic: { code: 'KeyI', control: true },
  underline: { code: 'KeyU', control: true },
  strikeThrough: { code: 'KeyX', control: true, shift: true },
};
export const POSITION_CHORDS: Readonly<Record<RunPosition, Chord>> = {
  superscript: { code: 'Period', control: true },
  subscript: { code: 'Comma', control: true },
};
export const SIZE_CHORDS: Readonly<Record<'larger' | 'smaller', Chord>> = {
  larger: { code: 'Period', control: true, shift: true },
  smaller: { code: 'Comma', control: true, shift: true },
};
export const CLEAR_CHORD: Chord = { code: 'Space', control: true };
/** Opens the choice of the selected text's color, and moves the focus there. */
export const COLOR_CHORD: Chord = { code: 'KeyH', control: true, shift: true };
/** The Tab key leaves the field. */
export const TAB_CHORD: Chord = { code: 'KeyM', control: true, shift: true };

interface RunBarProps {
  readonly selected: { readonly style: SelectedStyle; readonly isEmpty: boolean };
  readonly tools: {
    toggle(field: Flag): void;
    position(position: RunPosition): void;
    resize(direction: 1 | -1): void;
    clear(): void;
    tab(): void;
    color(color: string | undefined): void;
    openColor(): void;
  };
  /** Whether the choice of a color is shown. */
  readonly isChoosing: boolean;
  /** Ends the choice of a color, and returns the focus to the text. */
  onLeave(): void;
  /** Ends the typing. */
  onEnd(): void;
  readonly x: number;
  readonly y: number;
}

/** The styles of the selected text. A press leaves the focus in the text. */
export function RunBar({
  selected: { style, isEmpty },
  tools,
  isChoosing,
  x,
  y,
  onLeave,
  onEnd,
}: RunBarProps): JSX.Element {
  const { t } = useTranslation('editor');
  const shown = (chord: Chord): string => formatChord(chord, isMac());
  return (
    <div
      className="ed-bar ed-run-bar"
      role="toolbar"
      aria-label={t('runs.bar')}
      data-testid="run-bar"
      style={{ transform: `translate(${x}px, ${y}px)`, width: BAR.width }}
      onPointerDown={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.preventDefault()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <Toggle
        label={t('panel.bold')}
        keys={shown(FLAG_CHORDS.bold)}
        icon="bold"
        on={style.bold}
        onChange={() => tools.toggle('bold')}
      />
      <Toggle
        label={t('panel.italic')}
        keys={shown(FLAG_CHORDS.italic)}
        icon="italic"
        on={style.italic}
        onChange={() => tools.toggle('italic')}
      />
      <Toggle
        label={t('panel.underline')}
        keys={shown(FLAG_CHORDS.underline)}
        icon="underline"
        on={style.underline}
        onChange={() => tools.toggle('underline')}
      />
      <Toggle
        label={t('panel.strike')}
        keys={shown(FLAG_CHORDS.strikeThrough)}
        icon="strike"
        on={style.strikeThrough}
        onChange={() => tools.toggle('strikeThrough')}
      />
      <span className="ed-bar-line" />
      {(['superscript', 'subscript'] as const).map((position) => (
        <Toggle
          key={position}
          label={t(`runs.${position}`)}
          keys={shown(POSITION_CHORDS[position])}
          icon={position}
          on={style.position === position}
          disabled={isEmpty}
          onChange={() => tools.position(position)}
        />
      ))}
      <Toggle
        label={t('runs.smaller')}
        keys={shown(SIZE_CHORDS.smaller)}
        icon="smaller"
        on={false}
        disabled={isEmpty}
        onChange={() => tools.resize(-1)}
      />
      <Toggle
        label={t('runs.larger')}
        keys={shown(SIZE_CHORDS.larger)}
        icon="larger"
        on={false}
        disabled={isEmpty}
        onChange={() => tools.resize(1)}
      />
      <span className="ed-bar-line" />
      <Toggle
        label={t('runs.clear')}
        keys={shown(CLEAR_CHORD)}
        icon="clearStyle"
        on={false}
        onChange={() => tools.clear()}
      />
      <Toggle
        label={t('color.label')}
        keys={shown(COLOR_CHORD)}
        icon="textColor"
        on={isChoosing}
        onChange={() => tools.openColor()}
      />
      <Toggle label={t('runs.tab')} keys={shown(TAB_CHORD)} icon="insertTab" on={false} onChange={() => tools.tab()} />
      {isChoosing ? <RunColor color={style.color} onColor={tools.color} onLeave={onLeave} onEnd={onEnd} /> : null}
    </div>
  );
}

interface RunColorProps {
  readonly color: string | null;
  onColor(color: string | undefined): void;
  onLeave(): void;
  onEnd(): void;
}

/** The color of the selected text, below the tools. It takes the focus; Esc and a choice return it to the text. */
function RunColor({ color, onColor, onLeave, onEnd }: RunColorProps): JSX.Element {
  const { t } = useTranslation('editor');
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => host.current?.querySelector('input')?.focus(), []);
  return (
    <div
      ref={host}
      className="ed-run-color"
      // Its fields need the focus, unlike the tools.
      onMouseDown={(event) => event.stopPropagation()}
      onBlur={({ relatedTarget: to }) => {
        const isNear = to instanceof Element && to.closest('.ed-rich, .ed-run-bar') !== null;
        // A choice of the browser's own takes the focus from the page.
        if (!isNear && document.hasFocus()) onEnd();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (
          event.key === 'Escape' &&
          document.querySelector('.ant-select-dropdown:not(.ant-select-dropdown-hidden)') === null
        )
          onLeave();
      }}
    >
      <ColorField label={t('color.label')} testId="run-bar-color" value={color} onChange={onColor} />
    </div>
  );
}

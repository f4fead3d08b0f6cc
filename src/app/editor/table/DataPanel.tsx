import { useCallback, useId, useMemo, useState, type JSX, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { spreadsheetKey, type SpreadsheetKey } from '#model/elements/base/reading.ts';
import { boundTables } from '#model/data/tables.ts';
import type { SheetInfo, SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { offeredSheets } from '../data/bindings.ts';
import { LoadingRow } from '../data/LoadingRow.tsx';
import { tableOfPaste } from '../data/use-paste.tsx';
import { useSpreadsheets } from '../data/use-spreadsheets.tsx';
import { SelectField } from '../widgets/fields.tsx';
import { Icon } from '../widgets/icons.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';
import { missingColumns } from './bound-columns.ts';
import { DataTable } from './DataTable.tsx';
import { MissingColumns } from './MissingColumns.tsx';
import type { PanelLook } from './panel-memory.ts';
import './data-table.css';

const MIN_PX = { below: 132, beside: 260 } as const;
/** The least size of the canvas. */
const CANVAS_PX = { below: 160, beside: 220 } as const;
const KEY_STEP_PX = 24;

/**
 * The size of the canvas and the table together, in CSS pixels: the width for a table at its side, the height for one below
 * it.
 */
type Room = Readonly<Record<PanelLook['side'], number>>;

export interface DataPanelProps {
  readonly look: PanelLook;
  change(part: Partial<PanelLook>): void;
}

/** The rows of the available spreadsheets, next to or below the canvas. Nothing while there is none. */
export function DataPanel({ look, change }: DataPanelProps): JSX.Element | null {
  const { t } = useTranslation('table');
  const panelId = useId();
  const { data } = useEditorSession();
  const { sheets, loading } = useStore(data.state);
  const template = useEditorState((s) => s.template);
  const { chooseAgain, chooseReading, openPasted } = useSpreadsheets();
  const [wanted, setWanted] = useState<{ readonly key: SpreadsheetKey; readonly sheet: string | null } | null>(null);

  const [room, setRoom] = useState<Room | null>(null);
  const measureRoom = useCallback((panel: HTMLElement | null) => {
    const work = panel?.closest('.ed-work') ?? null;
    if (work === null) return undefined;
    const observer = new ResizeObserver(() => {
      const { width, height } = work.getBoundingClientRect();
      setRoom({ beside: width, below: height });
    });
    observer.observe(work);
    return () => observer.disconnect();
  }, []);

  const tables = useMemo(() => boundTables(template), [template]);
  const boundTable = tables.at(-1);
  const boundKey = boundTable === undefined ? undefined : spreadsheetKey(boundTable);
  // The user's choice here, otherwise the bound one, otherwise the one opened last.
  const info: SpreadsheetInfo | undefined =
    (wanted === null ? undefined : sheets.get(wanted.key)) ??
    (boundKey === undefined ? undefined : sheets.get(boundKey)) ??
    [...sheets.values()].at(-1);
  const missing = useMemo(
    () => (info === undefined ? [] : missingColumns(template.elements, info, template.label.languages)),
    [template, info],
  );
  if (info === undefined) return null;
  const key = spreadsheetKey(info);
  const offered = offeredSheets(info);
  const name =
    wanted?.key === key && wanted.sheet !== null ? wanted.sheet : boundKey === key ? boundTable?.sheet : null;
  const sheet: SheetInfo | undefined = offered.find((each) => each.name === name) ?? offered[0];
  if (sheet === undefined) return null;

  const least = MIN_PX[look.side];
  const most = room === null ? Infinity : Math.max(least, Math.floor(room[look.side]) - CANVAS_PX[look.side]);
  const within = (px: number): number => Math.round(Math.min(most, Math.max(least, px)));
  const size = within(look.side === 'below' ? look.height : look.width);
  const resize = (px: number): void => change(look.side === 'below' ? { height: within(px) } : { width: within(px) });

  return (
    <section
      ref={measureRoom}
      id={panelId}
      className={`dt dt-${look.side}${look.open ? '' : ' dt-closed'}`}
      data-region="table"
      data-testid="data-table"
      aria-label={t('label')}
      onPaste={(event) => {
        const table = tableOfPaste(event.nativeEvent);
        if (table === null) return;
        event.preventDefault();
        event.stopPropagation();
        void openPasted(table).then((pasted) => {
          if (pasted !== null) setWanted({ key: spreadsheetKey(pasted), sheet: null });
        });
      }}
      style={look.open ? { [look.side === 'below' ? 'height' : 'width']: size } : undefined}
    >
      {look.open ? (
        <Divider
          side={look.side}
          size={size}
          least={least}
          most={most}
          controls={panelId}
          label={t('resize')}
          onSize={resize}
        />
      ) : null}
      <header className="dt-head">
        <Icon name="sheet" size={16} />
        {sheets.size > 1 ? (
          <div className="dt-file">
            <SelectField
              label={t('file')}
              testId="table-file"
              value={key}
              choices={[...sheets].map(([value, each]) => ({ value, label: each.fileName }))}
              onChange={(next) => setWanted({ key: next, sheet: null })}
            />
          </div>
        ) : (
          <strong className="dt-name" title={info.fileName}>
            {info.fileName}
          </strong>
        )}
        {offered.length > 1 ? (
          <SheetTabs sheets={offered} chosen={sheet.name} onChoose={(next) => setWanted({ key, sheet: next })} />
        ) : null}
        <span className="dt-grow" />
        {loading === null ? (
          <button
            type="button"
            className="dt-link"
            data-testid="table-replace"
            onClick={() => void chooseAgain(info).then(() => setWanted(null))}
          >
            {t('replace')}
          </button>
        ) : (
          <LoadingRow />
        )}
        <button
          type="button"
          className="ed-tool ed-tool-small"
          title={t('editor:reading.open')}
          data-testid="table-reading"
          onClick={() => void chooseReading(info)}
        >
          <Icon name="settings" size={16} />
        </button>
        {look.open ? (
          <button
            type="button"
            className="ed-tool ed-tool-small"
            title={t(look.side === 'below' ? 'moveBeside' : 'moveBelow')}
            data-testid="table-side"
            onClick={() => change({ side: look.side === 'below' ? 'beside' : 'below' })}
          >
            <PlaceIcon side={look.side === 'below' ? 'beside' : 'below'} />
          </button>
        ) : null}
        <button
          type="button"
          className="ed-tool ed-tool-small"
          aria-expanded={look.open}
          title={t(look.open ? 'close' : 'open')}
          data-testid="table-toggle"
          onClick={() => change({ open: !look.open })}
        >
          <span className={look.open ? 'dt-chevron' : 'dt-chevron dt-chevron-up'}>
            <Icon name="next" size={15} />
          </span>
        </button>
      </header>
      {look.open && missing.length > 0 ? <MissingColumns info={info} missing={missing} /> : null}
      {look.open ? <DataTable key={`${key} ${sheet.name}`} info={info} sheet={sheet} /> : null}
    </section>
  );
}

function SheetTabs({
  sheets,
  chosen,
  onChoose,
}: {
  sheets: readonly SheetInfo[];
  chosen: string;
  onChoose(name: string): void;
}): JSX.Element {
  const { t } = useTranslation('table');
  const at = sheets.findIndex(({ name }) => name === chosen);
  return (
    <div
      className="dt-tabs"
      role="tablist"
      aria-label={t('sheets')}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        const next = sheets[(at + step + sheets.length) % sheets.length];
        if (next === undefined) return;
        onChoose(next.name);
        event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[sheets.indexOf(next)]?.focus();
      }}
    >
      {sheets.map(({ name }) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === chosen}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

interface DividerProps {
  readonly side: PanelLook['side'];
  /** CSS pixels, as `least` and `most`; `most` is infinite before it has been measured. */
  readonly size: number;
  readonly least: number;
  readonly most: number;
  /** The id of the element that it resizes. */
  readonly controls: string;
  readonly label: string;
  onSize(px: number): void;
}

/** The divider between table and canvas: dragged, or moved with the arrow keys, Home and End. */
function Divider({ side, size, least, most, controls, label, onSize }: DividerProps): JSX.Element {
  function startDrag(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const edge = event.currentTarget;
    const from = side === 'below' ? event.clientY : event.clientX;
    edge.setPointerCapture(event.pointerId);
    const stop = new AbortController();
    const { signal } = stop;
    const move = (moved: globalThis.PointerEvent): void =>
      onSize(size + from - (side === 'below' ? moved.clientY : moved.clientX));
    edge.addEventListener('pointermove', move, { signal });
    for (const end of ['pointerup', 'pointercancel']) edge.addEventListener(end, () => stop.abort(), { signal });
  }
  return (
    <div
      className="dt-divider"
      role="separator"
      aria-orientation={side === 'below' ? 'horizontal' : 'vertical'}
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={size}
      aria-valuemin={least}
      aria-valuemax={most === Infinity ? undefined : most}
      tabIndex={0}
      data-testid="table-divider"
      onPointerDown={startDrag}
      onKeyDown={(event) => {
        const more = side === 'below' ? 'ArrowUp' : 'ArrowLeft';
        const less = side === 'below' ? 'ArrowDown' : 'ArrowRight';
        const next = { [more]: size + KEY_STEP_PX, [less]: size - KEY_STEP_PX, Home: least, End: most }[event.key];
        if (next === undefined) return;
        event.preventDefault();
        onSize(next);
      }}
    />
  );
}

function PlaceIcon({ side }: { side: PanelLook['side'] }): JSX.Element {
  return (
    <svg width="15" height="15" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth={1.5} aria-hidden>
      <path d="M3.5 4h13v12h-13z" strokeLinejoin="round" />
      <path d={side === 'below' ? 'M3.5 11h13' : 'M11.5 4v12'} />
    </svg>
  );
}

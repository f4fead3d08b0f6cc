import { useCallback, useState } from 'react';
import {
  DEFAULT_LOOK,
  HORIZONTAL_PLACES,
  PAGE_FITS,
  VERTICAL_PLACES,
  type DocumentLook,
} from '#model/document/document-look.ts';
import type { LabelSheet } from '#model/document/document-plan.ts';
import { ONE_BIT_MODES } from '#model/elements/base/display-op.ts';
import { LABEL_LIMITS } from '#model/template/label-limits.ts';
import { parseStored, readStored, writeStored } from '#app/state/browser-storage.ts';
import type { SizeChoice } from './label-size.ts';

/** Deleted when the user of the browser changes (session.ts). */
const DOCUMENT_LOOK_KEY = 'documentLook';

export interface Look {
  readonly look: DocumentLook;
  readonly size: SizeChoice;
  /** Null if each label is a page of its own. */
  readonly sheet: LabelSheet | null;
}

/** The last print settings of document labels in this browser. */
export function useLook(): readonly [Look, (next: Partial<Look>) => void] {
  const [look, setLook] = useState<Look>(storedLook);
  const change = useCallback((next: Partial<Look>): void => {
    setLook((before) => {
      const all = { ...before, ...next };
      writeStored(DOCUMENT_LOOK_KEY, JSON.stringify(all));
      return all;
    });
  }, []);
  return [look, change];
}

function storedLook(): Look {
  const stored = parseStored(readStored(DOCUMENT_LOOK_KEY));
  return isRecord(stored) ? readLook(stored) : readLook({});
}

/** Reads a stored look; invalid values get their defaults. */
export function readLook(stored: Readonly<Record<string, unknown>>): Look {
  const look = recordOf(stored['look']);
  const placement = recordOf(look['placement']);
  const margins = recordOf(placement['marginsMm']);
  const size = recordOf(stored['size']);
  const first = DEFAULT_LOOK.placement;
  const margin = (side: string): number => numberIn(margins[side], 0, 100) ?? 0;
  const width = numberIn(size['widthMm'], 1, LABEL_LIMITS.maxWidthMm);
  const height = numberIn(size['heightMm'], 1, LABEL_LIMITS.maxHeightMm);
  return {
    look: {
      placement: {
        fit: PAGE_FITS.find((one) => one === placement['fit']) ?? first.fit,
        scale: numberIn(placement['scale'], 0.01, 10) ?? first.scale,
        horizontal: HORIZONTAL_PLACES.find((one) => one === placement['horizontal']) ?? first.horizontal,
        vertical: VERTICAL_PLACES.find((one) => one === placement['vertical']) ?? first.vertical,
        marginsMm: { left: margin('left'), top: margin('top'), right: margin('right'), bottom: margin('bottom') },
      },
      oneBit: ONE_BIT_MODES.find((one) => one === look['oneBit']) ?? DEFAULT_LOOK.oneBit,
      threshold: numberIn(look['threshold'], 1, 254) ?? DEFAULT_LOOK.threshold,
      invert: look['invert'] === true,
      sharpen: look['sharpen'] === true,
      symbols: look['symbols'] === 'remake' ? 'remake' : 'keep',
      // Printing unreadable codes has to be allowed each time.
      unread: 'refuse',
    },
    size:
      size['type'] === 'own' && width !== null && height !== null
        ? { type: 'own', widthMm: width, heightMm: height }
        : { type: 'part' },
    sheet: readSheet(stored['sheet']),
  };
}

function readSheet(stored: unknown): LabelSheet | null {
  if (!isRecord(stored)) return null;
  const padding = recordOf(stored['paddingMm']);
  const length = (value: unknown): number => numberIn(value, 0, LABEL_LIMITS.maxSpacingMm) ?? 0;
  const count = (value: unknown): number => Math.round(numberIn(value, 1, LABEL_LIMITS.maxGrid) ?? 1);
  return {
    rows: count(stored['rows']),
    columns: count(stored['columns']),
    rowSpacingMm: length(stored['rowSpacingMm']),
    columnSpacingMm: length(stored['columnSpacingMm']),
    paddingMm: {
      left: length(padding['left']),
      right: length(padding['right']),
      top: length(padding['top']),
      bottom: length(padding['bottom']),
    },
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function numberIn(value: unknown, least: number, most: number): number | null {
  return typeof value === 'number' && value >= least && value <= most ? value : null;
}

import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { tooltip } from '#app/ui/tooltips.tsx';
import { useKeptFocus } from '#app/ui/focus/kept-focus.ts';
import { rowNumber } from '#model/data/row-numbering.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { Icon, type IconName } from '../widgets/icons.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';
import { numberFormat } from '#app/state/language-formats.ts';

/**
 * Selects the row on the canvas by its position, and shows its number in the spreadsheet.
 * Without a spreadsheet, it steps through the labels of a running number; the run then has no last label.
 * The reason for missing rows is in the panel, at the spreadsheet.
 */
export function RowStepper(): JSX.Element | null {
  const { t, i18n } = useTranslation('editor');
  const { data } = useEditorSession();
  const { row, count, numbered, numbering } = useStore(data.state);
  if (count === 0) return null;
  const of = numbered ? 'labels' : 'rows';
  return (
    <div className="ed-rows" role="group" aria-label={t(`${of}.label`)}>
      <Step name="first" label={t(`${of}.first`)} disabled={row === 0} onClick={() => data.showRow(0)} />
      <Step name="previous" label={t(`${of}.previous`)} disabled={row === 0} onClick={() => data.showRow(row - 1)} />
      <span className="ed-row-number" data-testid="row-label">
        <RowPlace row={row} count={count} label={t(`${of}.number`)} />
        {numbered ? null : (
          <>
            <span>{t('rows.of', { total: numberFormat(i18n.language).format(count) })}</span>
            <span className="ed-row-of-sheet" data-testid="sheet-row">
              {t('rows.inSheet', { row: rowNumber(numbering, row) })}
            </span>
          </>
        )}
      </span>
      <Step name="next" label={t(`${of}.next`)} disabled={row >= count - 1} onClick={() => data.showRow(row + 1)} />
      <Step name="last" label={t(`${of}.last`)} disabled={row >= count - 1} onClick={() => data.showRow(count - 1)} />
    </div>
  );
}

function RowPlace({ row, count, label }: { row: number; count: number; label: string }): JSX.Element {
  const { data } = useEditorSession();
  return (
    <span style={{ width: `${Math.max(4, String(count).length + 3)}ch` }}>
      <NumberInput
        size="small"
        label={label}
        value={row + 1}
        min={1}
        max={count}
        precision={0}
        onChange={(place) => data.showRow(place - 1)}
      />
    </span>
  );
}

function Step({
  name,
  label,
  disabled,
  onClick,
}: {
  name: Extract<IconName, 'first' | 'previous' | 'next' | 'last'>;
  label: string;
  disabled: boolean;
  onClick(): void;
}): JSX.Element {
  const kept = useKeptFocus(disabled);
  return (
    <button
      {...tooltip(label)}
      type="button"
      className="ed-tool ed-tool-small"
      aria-label={label}
      {...kept}
      data-testid={`row-${name}`}
      onClick={disabled ? undefined : onClick}
    >
      <Icon name={name} size={16} />
    </button>
  );
}

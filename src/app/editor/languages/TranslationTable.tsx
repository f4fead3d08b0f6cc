import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type ClipboardEvent, type JSX, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isRightToLeft } from '#model/elements/base/text-direction.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import { isUntranslated, type TranslatableText } from '#model/elements/translated.ts';
import { tooltip } from '#app/ui/tooltips.tsx';
import { tabbedCells } from '../data/tabbed-cells.ts';
import { Icon } from '../widgets/icons.tsx';
import { cellOf, missingCount, type CellPlace, type LanguageDraft } from './language-draft.ts';

export interface TranslationTableProps {
  readonly texts: readonly TranslatableText[];
  readonly draft: LanguageDraft;
  nameOf(tag: LanguageTag): string;
  placeOf(text: TranslatableText): string;
  onType(text: TranslatableText, tag: LanguageTag, typed: string): void;
  onRemove(tag: LanguageTag): void;
  onPaste(at: CellPlace, cells: readonly (readonly string[])[]): void;
}

/** As in languages.css. */
const ROW_PX = 56;

/** A row for each text, a column for each language. Enter moves down, Shift+Enter starts a line. */
export function TranslationTable(props: TranslationTableProps): JSX.Element {
  const { texts, draft, nameOf, placeOf, onType, onRemove, onPaste } = props;
  const { t } = useTranslation('languages');
  const scroller = useRef<HTMLDivElement>(null);
  const [main, ...others] = draft.tags;
  /** The cell that takes the focus once it is rendered. */
  const [wanted, setWanted] = useState<CellPlace | null>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing that it returns is kept between renderings
  const rows = useVirtualizer({
    count: texts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  useEffect(() => {
    if (wanted === null) return;
    rows.scrollToIndex(wanted.row);
    const cell = scroller.current?.querySelector<HTMLTextAreaElement>(`[data-cell="${wanted.row},${wanted.column}"]`);
    if (cell === null || cell === undefined) return;
    cell.focus();
    cell.select();
    setWanted(null);
  }, [wanted, rows]);

  function onKeyDown(event: KeyboardEvent, at: CellPlace): void {
    if (event.nativeEvent.isComposing || event.shiftKey || event.altKey || event.metaKey) return;
    const step =
      event.key === 'Enter' ? 1 : event.ctrlKey && event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || (event.key === 'ArrowUp' && !event.ctrlKey)) return;
    event.preventDefault();
    const row = Math.min(texts.length - 1, Math.max(0, at.row + step));
    setWanted({ ...at, row });
  }
  function onPasteInto(event: ClipboardEvent, at: CellPlace): void {
    const cells = tabbedCells(event.clipboardData.getData('text/plain'));
    const isOne = cells.length < 2 && (cells[0]?.length ?? 0) < 2;
    if (isOne) return;
    event.preventDefault();
    onPaste(at, cells);
  }

  const columns = `minmax(110px, 1fr) minmax(150px, 2fr) repeat(${others.length}, minmax(170px, 2fr))`;
  return (
    <div
      ref={scroller}
      className="lang-table"
      role="table"
      aria-label={t('table')}
      aria-rowcount={texts.length + 1}
      data-testid="languages-table"
    >
      <div className="lang-row lang-heads" role="row" style={{ gridTemplateColumns: columns }}>
        <span role="columnheader">{t('text')}</span>
        <span role="columnheader">
          <b>{nameOf(main)}</b>
          <small>{t('mainHint')}</small>
        </span>
        {others.map((tag) => {
          const missing = missingCount(draft, texts, tag);
          const remove = t('remove', { language: nameOf(tag) });
          return (
            <span key={tag} role="columnheader" data-testid={`languages-head-${tag}`}>
              <b>{nameOf(tag)}</b>
              <small data-missing={missing > 0}>
                {missing === 0 ? t('complete') : t('missing', { count: missing })}
              </small>
              <button
                {...tooltip(remove)}
                type="button"
                className="ed-tool ed-tool-small"
                aria-label={remove}
                onClick={() => onRemove(tag)}
              >
                <Icon name="trash" size={16} />
              </button>
            </span>
          );
        })}
      </div>
      <div role="rowgroup" className="lang-body" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const text = texts[index];
          if (text === undefined) return null;
          return (
            <div
              key={text.key}
              className="lang-row"
              role="row"
              aria-rowindex={index + 2}
              style={{ gridTemplateColumns: columns, top: start, height: ROW_PX }}
            >
              <span role="rowheader" className="lang-place">
                {placeOf(text)}
                {text.isFormula || text.isCode ? <small>{t(text.isFormula ? 'formula' : 'code')}</small> : null}
              </span>
              <span role="cell" className="lang-main" dir={isRightToLeft(text.text) ? 'rtl' : 'ltr'} title={text.text}>
                {text.text}
              </span>
              {others.map((tag, column) => {
                const cell = cellOf(draft, text, tag);
                const shown = cell === null ? {} : { [tag]: cell };
                const isMissing = isUntranslated({ ...text, translations: shown }, tag);
                return (
                  <span key={tag} role="cell">
                    <textarea
                      className="lang-cell"
                      data-cell={`${index},${column}`}
                      data-missing={isMissing}
                      aria-label={t('cell', { language: nameOf(tag), text: text.text, place: placeOf(text) })}
                      lang={tag}
                      dir={isRightToLeft(cell ?? '') ? 'rtl' : 'ltr'}
                      placeholder={cell === '' ? t('showsNothing') : isMissing ? t('notTranslated') : t('same')}
                      value={cell ?? ''}
                      spellCheck={false}
                      onChange={(event) => onType(text, tag, event.target.value)}
                      onKeyDown={(event) => onKeyDown(event, { row: index, column })}
                      onPaste={(event) => onPasteInto(event, { row: index, column })}
                    />
                  </span>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}

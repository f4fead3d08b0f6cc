import { Checkbox, Input, type InputRef } from 'antd';
import { useId, type JSX, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextMatch, TextSearch } from '#editor/commands/replace-text.ts';
import './replace.css';

/** What is searched, and what replaces it. */
export interface ReplaceTerms extends TextSearch {
  readonly replacement: string;
}

export const NO_TERMS: ReplaceTerms = { text: '', replacement: '', matchCase: false, wholeWords: false };

interface ReplaceFieldsProps {
  readonly terms: ReplaceTerms;
  /** Receives the field of the searched text. */
  readonly field: RefObject<InputRef | null>;
  onChange(terms: ReplaceTerms): void;
}

/** The fields of a dialog that finds and replaces. */
export function ReplaceFields({ terms, field, onChange }: ReplaceFieldsProps): JSX.Element {
  const { t } = useTranslation('replace');
  const [findId, replaceId] = [useId(), useId()];
  const change = (part: Partial<ReplaceTerms>): void => onChange({ ...terms, ...part });
  return (
    <div className="replace-fields" data-testid="replace-dialog">
      <label htmlFor={findId}>{t('find')}</label>
      <Input id={findId} ref={field} value={terms.text} onChange={(event) => change({ text: event.target.value })} />
      <label htmlFor={replaceId}>{t('replaceWith')}</label>
      <Input
        id={replaceId}
        value={terms.replacement}
        onChange={(event) => change({ replacement: event.target.value })}
      />
      <div className="replace-choices">
        <Checkbox checked={terms.matchCase} onChange={(event) => change({ matchCase: event.target.checked })}>
          {t('matchCase')}
        </Checkbox>
        <Checkbox checked={terms.wholeWords} onChange={(event) => change({ wholeWords: event.target.checked })}>
          {t('wholeWords')}
        </Checkbox>
      </div>
    </div>
  );
}

/** Characters shown before the first match. */
const BEFORE_MATCH = 20;
const MOST_SHOWN = 120;

/** The text around its matches, with the matches marked. */
export function MarkedText(props: { readonly text: string; readonly matches: readonly TextMatch[] }): JSX.Element {
  const { text, matches } = props;
  const start = Math.max(0, (matches[0]?.from ?? 0) - BEFORE_MATCH);
  const end = start + MOST_SHOWN;
  const parts: ReactNode[] = start > 0 ? ['…'] : [];
  let at = start;
  for (const { from, to } of matches) {
    if (from >= end) break;
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  parts.push(text.slice(at, Math.max(at, end)));
  return <>{parts}</>;
}

import { useEffect, useState, type ReactElement } from 'react';
import { Alert, Button, Input, Radio } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { problemText } from '#app/state/i18n/problem-text.ts';
import type { EarlierRun } from './earlier-run.ts';
import { useLastGood, type LastGood, type OfferedLabel } from './use-last-good.ts';

const NOTHING_SAID = {
  number: { type: 'number', n: null },
  row: { type: 'row', row: null },
  code: { type: 'code', code: '' },
} as const satisfies Record<LastGood['type'], LastGood>;

interface LastGoodLabelProps {
  readonly run: EarlierRun;
  /** Called with the first label to print, as `RunLabels` names labels; null while it is unknown. */
  onFirst(label: number | null): void;
}

/** "Which is the last good label in your hand?" By its number, its row, or its content. */
export function LastGoodLabel({ run, onFirst }: LastGoodLabelProps): ReactElement {
  const { labels, printed } = run;
  const { t } = useTranslation(['reprint', 'problems']);
  // A single label needs no question: it is to be printed again.
  const [said, setSaid] = useState<LastGood>(labels.count === 1 ? { type: 'number', n: 0 } : NOTHING_SAID.number);
  const ways = waysOf(run);
  const [picked, setPicked] = useState<{ readonly said: LastGood; readonly label: OfferedLabel } | null>(null);
  const found = useLastGood(run, said);
  const offered = found?.ok === true ? found.value.labels : [];
  const only = offered.length === 1 ? (offered[0] ?? null) : null;
  const good = picked?.said === said ? picked.label : only;
  const isNone = said.type === 'number' && said.n === 0;
  const first = isNone ? 0 : good === null ? null : good.label + 1;
  useEffect(() => onFirst(first), [onFirst, first]);

  function pickCopy(copy: number): void {
    if (good === null) return;
    const label = good.label - good.copy + copy;
    setPicked({ said, label: { ...good, copy, label, n: printed.numberOf(label) } });
  }

  return (
    <fieldset className="reprint-last">
      <legend>{t('last.question')}</legend>
      {ways.length < 2 ? null : (
        <Radio.Group
          optionType="button"
          aria-label={t('last.question')}
          value={said.type}
          onChange={(event) => setSaid(NOTHING_SAID[event.target.value as LastGood['type']])}
          options={ways.map((value) => ({ value, label: t(`last.${value}`) }))}
        />
      )}
      {said.type === 'number' ? (
        <div className="reprint-field">
          <span aria-hidden>{t('last.n')}</span>
          <NumberInput
            label={t('last.n')}
            precision={0}
            min={0}
            max={printed.count}
            value={said.n}
            onChange={(n) => setSaid({ type: 'number', n })}
            onUnreadable={() => setSaid(NOTHING_SAID.number)}
          />
          <p>{t('last.nHint', { most: printed.count })}</p>
        </div>
      ) : said.type === 'row' ? (
        <div className="reprint-field">
          <span aria-hidden>{t('last.rowNumber')}</span>
          <NumberInput
            label={t('last.rowNumber')}
            precision={0}
            min={0}
            value={said.row}
            onChange={(row) => setSaid({ type: 'row', row })}
            onUnreadable={() => setSaid(NOTHING_SAID.row)}
          />
        </div>
      ) : (
        <CodeField onCode={(code) => setSaid({ type: 'code', code })} />
      )}
      {found === null || found.ok ? null : <Alert type="warning" showIcon title={problemText(t, found.error)} />}
      {offered.length > 1 && found?.ok === true ? (
        <div className="reprint-offers" role="group" aria-label={t('last.several')}>
          <p role="alert">{t('last.several')}</p>
          {offered.map((label) => (
            <Button
              key={label.label}
              size="small"
              type={good?.row === label.row ? 'primary' : 'default'}
              onClick={() => setPicked({ said, label })}
            >
              {labelText(t, label)}
            </Button>
          ))}
          {found.value.beyond === 0 ? null : <p>{t('last.beyond', { count: found.value.beyond })}</p>}
        </div>
      ) : null}
      {good !== null && good.of > 1 && said.type !== 'number' ? (
        <div className="reprint-field">
          <span aria-hidden>{t('last.copy', { of: good.of })}</span>
          <NumberInput
            label={t('last.copy', { of: good.of })}
            precision={0}
            min={1}
            max={good.of}
            value={good.copy}
            onChange={pickCopy}
          />
          <p>{t('last.copyHint')}</p>
        </div>
      ) : null}
      <p className="reprint-found" role="status">
        {isNone ? t('last.none') : good === null ? '' : t('last.is', { label: labelText(t, good) })}
        {first !== null && first >= labels.count ? ` ${t('last.nothingLeft')}` : ''}
      </p>
      <DoubtNote run={run} said={said} />
    </fieldset>
  );
}

function waysOf({ isBound, extent }: EarlierRun): readonly LastGood['type'][] {
  return ['number', ...(isBound ? (['row'] as const) : []), ...(extent === null ? [] : (['code'] as const))];
}

/** Unconfirmed labels make a count of labels uncertain. */
function DoubtNote({ run, said }: { readonly run: EarlierRun; readonly said: LastGood }): ReactElement | null {
  const { t } = useTranslation('reprint');
  const count = said.type === 'number' && said.n !== null ? run.printed.inDoubt(said.n) : 0;
  return count === 0 ? null : <Alert type="warning" showIcon title={t('last.doubt', { count })} />;
}

/** A keyboard-wedge scanner types the code and Enter; the next code replaces it. */
function CodeField({ onCode }: { onCode(code: string): void }): ReactElement {
  const { t } = useTranslation('reprint');
  const [text, setText] = useState('');
  return (
    <div className="reprint-field">
      <Input.Search
        autoFocus
        aria-label={t('last.scan')}
        placeholder={t('last.scan')}
        enterButton={t('last.find')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onSearch={(code, event) => {
          if (event?.target instanceof HTMLInputElement) event.target.select();
          onCode(code.trim());
        }}
      />
    </div>
  );
}

/** "Label 37, row 25, copy 2 of 3: LW-00025" */
function labelText(t: TFunction<'reprint'>, { n, row, copy, of, text }: OfferedLabel): string {
  const parts = [
    ...(n === null ? [] : [t('reprint:part.label', { n })]),
    ...(row > 0 ? [t('reprint:part.row', { row })] : []),
    ...(of > 1 ? [t('reprint:part.copy', { copy, of })] : []),
    ...(text === '' ? [] : [text]),
  ];
  return parts.join(' · ');
}

import { useState, type ReactElement } from 'react';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RecordSource } from '#model/data/record-source.ts';
import type { Template } from '#model/template/template.ts';
import { isAddress } from '#model/data/pictures/picture-value.ts';
import type { PictureFindings } from '#model/page/picture-check.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { useRowPictures } from '#app/state/use-row-pictures.ts';
import { RowPictureSource } from '#app/ui/RowPictureSource.tsx';
import { Field } from './Field.tsx';
import { usePictureCheck } from './use-picture-check.ts';

/** How many missing pictures are listed; the check of the label lists every row. */
const LISTED = 8;

/** The folder or zip file with the pictures of the rows, and which of them are missing. */
export function PicturesField(props: {
  readonly template: Template;
  readonly records: RecordSource | null;
}): ReactElement {
  const { t, i18n } = useTranslation(['print', 'problems']);
  const { set, opening } = useRowPictures();
  const { rowPictures } = useServices();
  const [stopped, setStopped] = useState(false);
  const check = usePictureCheck(props.template, props.records, set, rowPictures.fetch, stopped);
  const number = numberFormat(i18n.language);
  const { findings = null, done = 0, total = 0 } = check ?? {};
  const missing = findings === null ? 0 : findings.names - findings.found - findings.waiting;
  const ends = done === total && (findings?.waiting ?? 0) === 0;
  const fetches = findings !== null && findings.names > findings.files;
  const looked = findings === null ? 0 : findings.names - findings.waiting;
  const isFetching = findings !== null && findings.waiting > 0;
  // A region that appears together with its words is not announced.
  return (
    <Field label={t('pictures.label')}>
      <RowPictureSource />
      <div className="print-pictures" data-testid="picture-check">
        {findings === null || opening || ends || stopped ? null : (
          <>
            <Progress percent={percent()} size="small" showInfo={false} aria-hidden />
            <p>
              {isFetching
                ? t('pictures.fetching', { done: number.format(looked), total: number.format(findings.names) })
                : t('pictures.checking', { done: number.format(done), total: number.format(total) })}
            </p>
          </>
        )}
        <div role="status">{findings === null || opening || !(ends || stopped) ? null : <p>{result(findings)}</p>}</div>
        {fetches && !ends && !opening ? (
          <Button size="small" onClick={() => setStopped(!stopped)}>
            {stopped ? t('pictures.continue') : t('pictures.stop')}
          </Button>
        ) : null}
        {findings === null || opening || missing === 0 || (set === null && findings.files > 0) ? null : (
          <ul className="print-pictures-missing" aria-label={t('pictures.missing')}>
            {findings.missing.slice(0, LISTED).map(({ name, row, problem }) => (
              <li key={name}>
                {isAddress(name)
                  ? t('pictures.item', { name: problemText(t, problem), row })
                  : problem.code === 'pictures.missing'
                    ? t('pictures.item', { name, row })
                    : `${t('pictures.item', { name, row })}: ${problemText(t, problem)}`}
              </li>
            ))}
            {missing > LISTED ? <li>{t('pictures.more', { count: missing - LISTED })}</li> : null}
          </ul>
        )}
        {findings === null || findings.emptyRows === 0 ? null : (
          <p>{t('pictures.emptyRows', { count: findings.emptyRows })}</p>
        )}
      </div>
    </Field>
  );

  function percent(): number {
    const [part, whole] = isFetching ? [looked, findings?.names ?? 1] : [done, total];
    return Math.floor((100 * part) / whole);
  }

  function result({ names, files, found }: PictureFindings): string {
    if (names === 0) return '';
    if (set === null && files > 0) return t('pictures.needed', { count: files });
    if (!ends) return t('pictures.stopped', { found: number.format(found), total: number.format(names) });
    if (found === names) return t('pictures.all', { count: names });
    return t('pictures.some', { found: number.format(found), total: number.format(names) });
  }
}

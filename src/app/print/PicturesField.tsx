import type { ReactElement } from 'react';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RecordSource } from '#model/data/record-source.ts';
import type { Template } from '#model/template/template.ts';
import type { PictureFindings } from '#model/page/picture-check.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
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
  const check = usePictureCheck(props.template, props.records, set);
  const number = numberFormat(i18n.language);
  const { findings = null, done = 0, total = 0 } = check ?? {};
  const missing = findings === null ? 0 : findings.names - findings.found;
  // A region that appears together with its words is not announced.
  return (
    <Field label={t('pictures.label')}>
      <RowPictureSource />
      <div className="print-pictures" data-testid="picture-check">
        {findings === null || opening || done === total ? null : (
          <>
            <Progress percent={Math.floor((100 * done) / total)} size="small" showInfo={false} aria-hidden />
            <p>{t('pictures.checking', { done: number.format(done), total: number.format(total) })}</p>
          </>
        )}
        <div role="status">{findings === null || opening || done < total ? null : <p>{result(findings)}</p>}</div>
        {findings === null || opening || missing === 0 || set === null ? null : (
          <ul className="print-pictures-missing" aria-label={t('pictures.missing')}>
            {findings.missing.slice(0, LISTED).map(({ name, row, problem }) => (
              <li key={name}>
                {problem.code === 'pictures.missing'
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

  function result({ names, found }: PictureFindings): string {
    if (names === 0) return '';
    if (set === null) return t('pictures.needed', { count: names });
    if (found === names) return t('pictures.all', { count: names });
    return t('pictures.some', { found: number.format(found), total: number.format(names) });
  }
}

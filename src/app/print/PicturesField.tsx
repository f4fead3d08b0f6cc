import type { ReactElement } from 'react';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RecordSource } from '#model/data/record-source.ts';
import type { Template } from '#model/template/template.ts';
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
  return (
    <Field label={t('pictures.label')}>
      <RowPictureSource />
      {findings === null || opening ? null : (
        <div className="print-pictures" data-testid="picture-check">
          {done < total ? (
            <>
              <Progress percent={Math.floor((100 * done) / total)} size="small" showInfo={false} aria-hidden />
              <p>{t('pictures.checking', { done: number.format(done), total: number.format(total) })}</p>
            </>
          ) : (
            <p role="status">
              {findings.names === 0
                ? null
                : set === null
                  ? t('pictures.needed', { count: findings.names })
                  : missing === 0
                    ? t('pictures.all', { count: findings.names })
                    : t('pictures.some', {
                        found: number.format(findings.found),
                        total: number.format(findings.names),
                      })}
            </p>
          )}
          {missing === 0 || set === null ? null : (
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
          {findings.emptyRows === 0 ? null : <p>{t('pictures.emptyRows', { count: findings.emptyRows })}</p>}
        </div>
      )}
    </Field>
  );
}

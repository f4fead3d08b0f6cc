import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { GRADES } from '#model/symbology/read/grade.ts';
import type { GradeTally } from '#printing/readings.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import '#app/ui/grade.css';

/** The number of codes per element and grade. */
export function GradeTable({ grades }: { readonly grades: readonly GradeTally[] }): ReactElement | null {
  const { t, i18n } = useTranslation('print');
  if (grades.length === 0) return null;
  const number = numberFormat(i18n.language);
  const hasExempt = grades.some((tally) => tally.exempt > 0);
  return (
    <section className="print-grades">
      <h4>{t('report.grades')}</h4>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('report.element')}</th>
            <th scope="col">{t('report.symbology')}</th>
            {GRADES.map((grade) => (
              <th key={grade} scope="col" aria-label={t('report.graded', { grade })}>
                <span className="lw-grade" data-grade={grade} aria-hidden>
                  {grade}
                </span>
              </th>
            ))}
            {hasExempt ? <th scope="col">{t('report.exempt')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {grades.map(({ elementId, elementName, symbology, counts, exempt }) => (
            <tr key={`${elementId} ${symbology}`}>
              <th scope="row">{elementName}</th>
              <td>{symbologyInfo(symbology).title}</td>
              {GRADES.map((grade) => (
                <td key={grade} data-none={counts[grade] === 0}>
                  {number.format(counts[grade])}
                </td>
              ))}
              {hasExempt ? <td data-none={exempt === 0}>{number.format(exempt)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t('report.gradeNote')}</p>
    </section>
  );
}

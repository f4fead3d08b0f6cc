import { useMemo, useState, type JSX } from 'react';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Size } from '#model/kernel/geometry.ts';
import type { LabelSheet } from '#model/document/document-plan.ts';
import { LABEL_LIMITS } from '#model/template/label-limits.ts';
import { chosenModel } from '#app/library/new-label/chosen-model.ts';
import { recentSizes } from '#app/library/new-label/recent-sizes.ts';
import { modelOf, stockGroups } from '#app/library/new-label/stock-groups.ts';
import type { StockSize } from '#app/library/new-label/stock-size.ts';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import { LengthField } from './LengthField.tsx';
import { isSameSheet, sheetOfStock, type SizeChoice } from '../session/label-size.ts';
import type { Look } from '../session/use-look.ts';

const PART = 'part';
const OWN = 'own';

/**
 * The labels' size: that of the page, a recent one, one of the printer's or another common one, or a custom size. Common
 * stock includes the arrangement of its labels on a sheet.
 */
export function SizeField(props: {
  readonly choice: SizeChoice;
  readonly sheet: LabelSheet | null;
  /** The resulting size. */
  readonly size: Size;
  readonly onChange: (next: Partial<Pick<Look, 'size' | 'sheet'>>) => void;
}): JSX.Element {
  const { choice, sheet, size, onChange } = props;
  const { t, i18n } = useTranslation(['documents', 'label']);
  const unit = useUnit();
  const machines = useAnswer('machineList', {}).answer?.list ?? [];
  const [recent] = useState(recentSizes);
  const [isOwn, setOwn] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const machine = modelOf(machines, chosenModel());
  const groups = useMemo(
    () => stockGroups(recent, machine).map(({ name, stock }) => ({ name, stock: unlike(stock) })),
    [recent, machine],
  );
  const text = ({ numbers, maker, article }: StockSize): string =>
    [
      ...(maker === null ? [] : [`${maker} ${article}`.trim()]),
      formatSize(numbers.width, numbers.height, unit, i18n.language),
      ...(numbers.columns * numbers.rows === 1 ? [] : [t('label:stock.grid', { ...numbers })]),
    ].join(' · ');
  const offered = groups.flatMap(({ stock }) => stock);
  const alike =
    choice.type === 'own'
      ? offered.filter(
          (stock) =>
            stock.numbers.width === choice.widthMm &&
            stock.numbers.height === choice.heightMm &&
            isSameSheet(sheetOfStock(stock), sheet),
        )
      : [];
  const known = alike.find(({ id }) => id === chosen) ?? alike[0];
  const value = choice.type === 'part' ? PART : isOwn || known === undefined ? OWN : known.id;
  const groupText = (name: (typeof groups)[number]['name']): string =>
    name === 'printer'
      ? (machine?.name ?? '')
      : name === 'recent' || name === 'roll' || name === 'A4' || name === 'Letter'
        ? t(`label:stock.${name}`)
        : name;

  function choose(id: string): void {
    setOwn(id === OWN);
    setChosen(id);
    if (id === PART) return onChange({ size: { type: 'part' } });
    const stock = offered.find((one) => one.id === id);
    if (stock === undefined) {
      return onChange({ size: { type: 'own', widthMm: size.width, heightMm: size.height } });
    }
    const { width, height } = stock.numbers;
    onChange({ size: { type: 'own', widthMm: width, heightMm: height }, sheet: sheetOfStock(stock) });
  }
  return (
    <>
      <Select<string>
        className="doc-select"
        aria-label={t('size.label')}
        data-testid="label-size"
        showSearch
        optionFilterProp="label"
        listHeight={320}
        value={value}
        options={[
          { value: PART, label: t('size.part') },
          { value: OWN, label: t('size.own') },
          ...groups.map(({ name, stock }) => ({
            label: groupText(name),
            title: groupText(name),
            options: stock.map((one) => ({ value: one.id, label: text(one) })),
          })),
        ]}
        onChange={choose}
      />
      {choice.type === 'part' ? (
        <p className="doc-hint">{formatSize(size.width, size.height, unit, i18n.language)}</p>
      ) : (
        <div className="doc-pair">
          <LengthField
            label={t('size.width')}
            valueMm={choice.widthMm}
            minMm={1}
            maxMm={LABEL_LIMITS.maxWidthMm}
            testId="label-width"
            onChange={(widthMm) => onChange({ size: { ...choice, widthMm } })}
          />
          <LengthField
            label={t('size.height')}
            valueMm={choice.heightMm}
            minMm={1}
            maxMm={LABEL_LIMITS.maxHeightMm}
            testId="label-height"
            onChange={(heightMm) => onChange({ size: { ...choice, heightMm } })}
          />
        </div>
      )}
    </>
  );
}

/** Each size once: those of one group may differ in their names on sheets. */
function unlike(stock: readonly StockSize[]): readonly StockSize[] {
  const key = ({ numbers, article }: StockSize): string => JSON.stringify([numbers, article]);
  return [...new Map(stock.map((one) => [key(one), one])).values()];
}

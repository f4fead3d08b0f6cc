import { useMemo, useState, type JSX } from 'react';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Size } from '#model/kernel/geometry.ts';
import { LABEL_LIMITS } from '#model/template/label-limits.ts';
import { chosenModel } from '#app/label/chosen-model.ts';
import { recentSizes } from '#app/label/recent-sizes.ts';
import { modelOf, stockGroups } from '#app/label/stock-groups.ts';
import type { StockSize } from '#app/label/stock-size.ts';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import { LengthField } from './LengthField.tsx';
import type { SizeChoice } from '../desk/label-size.ts';

const PART = 'part';
const OWN = 'own';

/** The labels' size: of the page, one of the last, one of the printer's or another common one, or the user's own. */
export function SizeField(props: {
  readonly choice: SizeChoice;
  /** What the choice comes to. */
  readonly size: Size;
  readonly onChoice: (choice: SizeChoice) => void;
}): JSX.Element {
  const { choice, size, onChoice } = props;
  const { t, i18n } = useTranslation(['documents', 'label']);
  const unit = useUnit();
  const machines = useAnswer('machineList', {}).answer?.list ?? [];
  const [recent] = useState(recentSizes);
  const [isOwn, setOwn] = useState(false);
  const machine = modelOf(machines, chosenModel());
  const groups = useMemo(
    () =>
      stockGroups(recent, machine)
        // A document is printed a label at a time.
        .map(({ name, stock }) => ({ name, stock: unlike(stock.filter(isSingle)) }))
        .filter(({ stock }) => stock.length > 0),
    [recent, machine],
  );
  const text = ({ numbers, maker, article }: StockSize): string =>
    [
      ...(maker === null ? [] : [`${maker} ${article}`.trim()]),
      formatSize(numbers.width, numbers.height, unit, i18n.language),
    ].join(' · ');
  const offered = groups.flatMap(({ stock }) => stock);
  const known =
    choice.type === 'own'
      ? offered.find(({ numbers }) => numbers.width === choice.widthMm && numbers.height === choice.heightMm)
      : undefined;
  const value = choice.type === 'part' ? PART : isOwn || known === undefined ? OWN : known.id;
  const groupText = (name: (typeof groups)[number]['name']): string =>
    name === 'printer'
      ? (machine?.name ?? '')
      : name === 'recent' || name === 'roll' || name === 'A4' || name === 'Letter'
        ? t(`label:stock.${name}`)
        : name;

  function choose(id: string): void {
    setOwn(id === OWN);
    if (id === PART) return onChoice({ type: 'part' });
    const stock = offered.find((one) => one.id === id);
    onChoice({
      type: 'own',
      widthMm: stock?.numbers.width ?? size.width,
      heightMm: stock?.numbers.height ?? size.height,
    });
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
            onChange={(widthMm) => onChoice({ ...choice, widthMm })}
          />
          <LengthField
            label={t('size.height')}
            valueMm={choice.heightMm}
            minMm={1}
            maxMm={LABEL_LIMITS.maxHeightMm}
            testId="label-height"
            onChange={(heightMm) => onChoice({ ...choice, heightMm })}
          />
        </div>
      )}
    </>
  );
}

function isSingle({ numbers }: StockSize): boolean {
  return numbers.columns * numbers.rows === 1;
}

/** Each size once: those of one group may differ in what they are called on sheets. */
function unlike(stock: readonly StockSize[]): readonly StockSize[] {
  return [...new Map(stock.map((one) => [`${one.numbers.width} ${one.numbers.height} ${one.article}`, one])).values()];
}

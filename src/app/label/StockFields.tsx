import { useId, useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { Cascader, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { machineOptions } from '#app/choice/machine-options.ts';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import { chosenModel, keepModel } from './chosen-model.ts';
import type { LabelForm } from './label-form.ts';
import { recentSizes } from './recent-sizes.ts';
import { modelOf, stockGroups, type ChosenModel, type StockGroupName } from './stock-groups.ts';
import type { StockSize } from './stock-size.ts';
import { stockOf } from './stock-sizes.ts';

interface StockFieldsProps {
  readonly form: LabelForm;
  readonly onChoose: (stock: StockSize) => void;
}

/** The printer that the label is for, if the user says so, and the common sizes, narrowed to those that go through it. */
export function StockFields({ form, onChoose }: StockFieldsProps): ReactElement {
  const { t, i18n } = useTranslation('label');
  const unit = useUnit();
  const machines = useAnswer('machineList', {}).answer?.list ?? [];
  const [model, setModel] = useState<ChosenModel>(chosenModel);
  const [recent] = useState(recentSizes);
  const [chosen, setChosen] = useState<string | null>(null);
  const machine = modelOf(machines, model);
  const groups = useMemo(() => stockGroups(recent, machine), [recent, machine]);
  const offered = groups.flatMap(({ stock }) => stock);
  const printerId = useId();
  const stockId = useId();

  function groupText(name: StockGroupName): string {
    switch (name) {
      case 'printer':
        return machine?.name ?? '';
      case 'recent':
      case 'roll':
      case 'A4':
      case 'Letter':
        return t(`stock.${name}`);
      default:
        return name;
    }
  }
  function text({ numbers, maker, article }: StockSize): string {
    const { width, height, columns, rows } = numbers;
    return [
      ...(maker === null ? [] : [`${maker} ${article}`.trim()]),
      formatSize(width, height, unit, i18n.language),
      ...(columns * rows === 1 ? [] : [t('stock.grid', { columns, rows })]),
    ].join(' · ');
  }

  return (
    <div className="label-dialog-row label-dialog-stock">
      <div className="label-field">
        <label htmlFor={printerId} className="label-field-caption">
          {t('field.printer')}
        </label>
        <Cascader
          id={printerId}
          allowClear
          showSearch
          value={[...model]}
          placeholder={t('stock.anyPrinter')}
          options={machineOptions(machines)}
          displayRender={(_, path) => path?.at(-1)?.value ?? model.at(-1)}
          onChange={(next: string[] | undefined) => {
            keepModel(next ?? []);
            setModel(next ?? []);
          }}
        />
      </div>
      <div className="label-field">
        <label htmlFor={stockId} className="label-field-caption">
          {t('field.stock')}
        </label>
        <Select
          id={stockId}
          showSearch
          optionFilterProp="label"
          value={stockOf(form, offered, chosen)?.id ?? null}
          placeholder={t('stock.own')}
          aria-label={t('field.stock')}
          listHeight={320}
          options={groups.map(({ name, stock }) => ({
            label: groupText(name),
            title: groupText(name),
            options: stock.map((one) => ({ value: one.id, label: text(one) })),
          }))}
          onChange={(id) => {
            const stock = offered.find((candidate) => candidate.id === id);
            if (stock === undefined) return;
            setChosen(id);
            onChoose(stock);
          }}
        />
      </div>
    </div>
  );
}

import { useEffect, useId, useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { Cascader, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { machineOptions } from '#app/ui/choice/machine-options.ts';
import { beginWork } from '#services/idle.ts';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import { chosenModel, keepModel } from './chosen-model.ts';
import type { LabelForm } from './label-form.ts';
import { recentSizes } from './recent-sizes.ts';
import { isFoundBy, loadCatalogue } from './stock-catalogue.ts';
import { modelOf, stockGroups, type ChosenModel } from './stock-groups.ts';
import type { StockSize } from './stock-size.ts';
import { stockOf } from './stock-sizes.ts';

interface StockFieldsProps {
  readonly form: LabelForm;
  readonly onChoose: (stock: StockSize) => void;
}

const NO_STOCK: readonly StockSize[] = [];

/**
 * The optional target printer, and the common sizes, limited to those that fit it. The makers' other sizes load after the
 * dialog is shown; without them the common ones remain available.
 */
export function StockFields({ form, onChoose }: StockFieldsProps): ReactElement {
  const { t, i18n } = useTranslation('label');
  const unit = useUnit();
  const machines = useAnswer('machineList', {}).answer?.list ?? [];
  const [model, setModel] = useState<ChosenModel>(chosenModel);
  const [recent] = useState(recentSizes);
  const [chosen, setChosen] = useState<string | null>(null);
  const machine = modelOf(machines, model);
  const [catalogue, setCatalogue] = useState<readonly StockSize[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const end = beginWork();
    const show = (stock: readonly StockSize[]): void => {
      if (isCurrent) setCatalogue(stock);
      end();
    };
    loadCatalogue().then(show, () => show(NO_STOCK));
    return () => {
      isCurrent = false;
    };
  }, []);
  const groups = useMemo(() => stockGroups(recent, machine, catalogue ?? NO_STOCK), [recent, machine, catalogue]);
  const offered = groups.flatMap(({ stock }) => stock);
  const printerId = useId();
  const stockId = useId();

  function groupText(name: string): string {
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
  function text({ numbers, maker, article, shape }: StockSize): string {
    const { width, height, columns, rows } = numbers;
    return [
      ...(maker === null ? [] : [`${maker} ${article}`.trim()]),
      formatSize(width, height, unit, i18n.language),
      ...(columns * rows === 1 ? [] : [t('stock.grid', { columns, rows })]),
      ...(shape === undefined ? [] : [t(`stock.${shape}`)]),
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
          showSearch={{ filterOption: (typed, option) => isFoundBy(typed, String(option?.label ?? '')) }}
          loading={catalogue === null}
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

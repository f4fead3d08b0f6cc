import type { MachineBrand } from '#protocol/api.ts';

type Machine = MachineBrand['series'][number]['models'][number];

/** A level of the tree of printers for antd's Cascader. */
export interface MachineOption {
  readonly value: string;
  readonly label: string;
  readonly children?: MachineOption[];
}

/** Brands with their series with their models, each by its name; `modelText` is the text of a model. */
export function machineOptions(
  brands: readonly MachineBrand[],
  modelText: (model: Machine) => string = ({ name }) => name,
): MachineOption[] {
  return brands.map((brand) => ({
    value: brand.name,
    label: brand.name,
    children: brand.series.map((series) => ({
      value: series.name,
      label: series.name,
      children: series.models.map((model) => ({ value: model.name, label: modelText(model) })),
    })),
  }));
}

import { useId, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#model/kernel/geometry.ts';
import type { GridMeasures } from '#model/page/measured-calibration.ts';
import { GRID_SIDE_LIMITS, type TestGrid } from '#model/page/test-grid.ts';
import type { PrinterInfo } from '#protocol/assistant.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { Labelled } from '#app/print/printers/SetupFields.tsx';

const USUAL: Size = { width: 100, height: 60 };

/** A page size that the printer certainly has, or the default. */
export function startingSize({ media }: Pick<PrinterInfo, 'media'>): Size {
  const [one] = media;
  if (one === undefined) return USUAL;
  const { min, max } = GRID_SIDE_LIMITS;
  const side = (wished: number, least: number, most: number): number =>
    Math.min(max, Math.max(min, Math.min(most, Math.max(least, wished))));
  return {
    width: side(USUAL.width, one.minWidthMm, one.maxWidthMm),
    height: side(USUAL.height, one.minHeightMm, one.maxHeightMm),
  };
}

interface FieldsProps {
  readonly disabled: boolean;
  /** Called with whether all inputs are valid. */
  onReadable(isReadable: boolean): void;
}

/** The size of the grid's page. */
export function GridSizeFields(props: FieldsProps & { readonly size: Size; onChange(size: Size): void }): ReactElement {
  const { size, onChange } = props;
  const { t } = useTranslation('printers');
  const setReadable = useAllReadable(props.onReadable);
  const limits = GRID_SIDE_LIMITS;
  return (
    <div className="printers-fields">
      <MmField
        {...limits}
        label={t('calibrate.width')}
        value={size.width}
        disabled={props.disabled}
        onChange={(width) => onChange({ ...size, width })}
        onReadable={(isReadable) => setReadable('width', isReadable)}
      />
      <MmField
        {...limits}
        label={t('calibrate.height')}
        value={size.height}
        disabled={props.disabled}
        onChange={(height) => onChange({ ...size, height })}
        onReadable={(isReadable) => setReadable('height', isReadable)}
      />
    </div>
  );
}

/** The measurements of the grid. */
export function MeasureFields(
  props: FieldsProps & {
    readonly grid: TestGrid;
    readonly measured: GridMeasures;
    onChange(measured: GridMeasures): void;
  },
): ReactElement {
  const { grid, measured, onChange } = props;
  const { t } = useTranslation('printers');
  const setReadable = useAllReadable(props.onReadable);
  const fields = [
    { key: 'acrossMm', label: t('calibrate.lengthAcross', { mm: grid.acrossMm }) },
    { key: 'alongMm', label: t('calibrate.lengthAlong', { mm: grid.alongMm }) },
    { key: 'leftMm', label: t('calibrate.fromLeft', { mm: grid.cornerMm }) },
    { key: 'topMm', label: t('calibrate.fromTop', { mm: grid.cornerMm }) },
  ] as const;
  return (
    <div className="printers-fields">
      {fields.map(({ key, label }) => (
        <MmField
          key={key}
          label={label}
          value={measured[key]}
          disabled={props.disabled}
          onChange={(mm) => onChange({ ...measured, [key]: mm })}
          onReadable={(isReadable) => setReadable(key, isReadable)}
        />
      ))}
    </div>
  );
}

/** Combines the validity of several fields, each of which reports its own. */
function useAllReadable(onReadable: (isReadable: boolean) => void): (field: string, isReadable: boolean) => void {
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set());
  return (field, isReadable) => {
    const next = new Set(unreadable);
    if (isReadable) next.delete(field);
    else next.add(field);
    setUnreadable(next);
    onReadable(next.size === 0);
  };
}

function MmField(
  props: FieldsProps & {
    readonly label: string;
    readonly value: number;
    readonly min?: number;
    readonly max?: number;
    onChange(mm: number): void;
  },
): ReactElement {
  const { label, value, min, max, disabled } = props;
  const { t } = useTranslation(['printers', 'common']);
  const id = useId();
  return (
    <Labelled label={label} id={id}>
      <NumberInput
        id={id}
        value={value}
        {...(min === undefined ? {} : { min })}
        {...(max === undefined ? {} : { max })}
        step={0.1}
        maxDecimals={2}
        unitMm={1}
        suffix={t('common:unit.mm')}
        disabled={disabled}
        onChange={(mm) => {
          props.onReadable(true);
          props.onChange(mm);
        }}
        onUnreadable={() => props.onReadable(false)}
      />
    </Labelled>
  );
}

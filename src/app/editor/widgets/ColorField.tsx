import { Select } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { BLACK } from '#model/elements/base/text-color.ts';
import { useBrandKit } from '#app/state/use-brand-kit.ts';
import './color-field.css';

/** Colors of the menu in addition to black and those of the brand kit: dark enough for text on white paper. */
const COLORS = {
  red: '#c8102e',
  orange: '#c2570c',
  green: '#15803d',
  blue: '#1d4ed8',
  purple: '#7e22ce',
  gray: '#6b7280',
} as const;

/** The value of "Same as the text". */
const OWN = '';

export interface ColorFieldProps {
  readonly label: string;
  /** `#rrggbb`; null if several texts differ; undefined for a part that has the text's color. */
  readonly value: string | null | undefined;
  /** Whether the color is that of a part, which may have the text's color. */
  readonly isOfPart?: boolean;
  readonly testId?: string;
  onChange(color: string | undefined): void;
  onEnd?(): void;
}

/** The color of a text: from the brand kit, from a few others, or any color. */
export function ColorField(props: ColorFieldProps): JSX.Element {
  const { label, value, isOfPart = false, testId, onChange, onEnd } = props;
  const { t } = useTranslation('editor');
  const [isOpen, setOpen] = useState(false);
  const { kit } = useBrandKit(isOpen);
  const brand = (kit?.colors ?? []).filter(
    ({ color }, i, all) => color !== BLACK && all.findIndex((each) => each.color === color) === i,
  );
  const basic = [
    ...(isOfPart ? [{ value: OWN, label: t('color.ofText') }] : []),
    { value: BLACK, label: t('color.black') },
    ...Object.entries(COLORS)
      .map(([name, color]) => ({ value: color as string, label: t(`color.${name}`) }))
      .filter((choice) => brand.every(({ color }) => color !== choice.value)),
  ];
  const shown = value === undefined ? OWN : value;
  const isListed = [...basic.map((choice) => choice.value), ...brand.map(({ color }) => color)].includes(shown ?? OWN);
  const options = [
    ...(brand.length === 0
      ? []
      : [
          {
            label: t('brandKit.group'),
            options: brand.map(({ name, color }) => ({ value: color as string, label: name })),
          },
        ]),
    { label: t('color.group'), options: basic },
    ...(isListed || shown === null ? [] : [{ label: t('color.other'), options: [{ value: shown, label: shown }] }]),
  ];
  return (
    <div className="ed-text-color">
      <Select<string>
        size="small"
        className="ed-select"
        aria-label={label}
        data-testid={testId}
        {...(shown === null ? { placeholder: t('fields.mixed') } : { value: shown })}
        open={isOpen}
        options={options}
        optionRender={renderColor}
        popupMatchSelectWidth={false}
        onOpenChange={setOpen}
        onChange={(color) => onChange(color === OWN ? undefined : color)}
      />
      <input
        type="color"
        aria-label={t('color.choose')}
        title={t('color.choose')}
        value={value ?? BLACK}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onEnd}
      />
    </div>
  );
}

function renderColor({ label, value }: { readonly label?: unknown; readonly value?: string | number }): JSX.Element {
  return (
    <span className="ed-color-choice">
      <span className="ed-color-dot" aria-hidden style={value === OWN ? {} : { background: String(value) }} />
      {String(label)}
    </span>
  );
}

/** Says where a color other than black shows, and what prints. */
export function ColorHint({ value }: { readonly value: string | null | undefined }): JSX.Element | null {
  const { t } = useTranslation('editor');
  if (value === BLACK || value === undefined || value === null) return null;
  return <p className="ed-hint">{t('color.hint')}</p>;
}

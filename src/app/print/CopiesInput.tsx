import type { ReactElement } from 'react';
import { MAX_COPIES } from '#printing/plan.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';

/** The number of copies of each label. An invalid text gives null: no other number is assumed. */
export function CopiesInput(props: {
  readonly id: string;
  readonly copies: number | null;
  readonly disabled?: boolean;
  onChange(copies: number | null): void;
}): ReactElement {
  const { id, copies, disabled = false, onChange } = props;
  return (
    <NumberInput
      id={id}
      min={1}
      max={MAX_COPIES}
      precision={0}
      fallback={1}
      value={copies}
      disabled={disabled}
      onChange={onChange}
      onUnreadable={() => onChange(null)}
    />
  );
}

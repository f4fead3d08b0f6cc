import { useId, type ReactElement } from 'react';

import { useTranslation } from 'react-i18next';
import { GRANT_LIMITS } from '#protocol/api.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';

export interface Grant {
  readonly gigabytes: number;
  readonly days: number;
}

/** The amount and duration of granted storage. */
export function GrantFields(props: {
  readonly grant: Grant;
  /** Without an amount of storage. */
  readonly onlyDays?: boolean;
  readonly onChange: (grant: Grant) => void;
}): ReactElement {
  const { grant, onChange } = props;
  const { t } = useTranslation('operator');
  const id = useId();
  return (
    <>
      {props.onlyDays === true ? null : (
        <>
          <label className="operator-field" htmlFor={`${id}-size`}>
            {t('users.gigabytes')}
          </label>
          <NumberInput
            id={`${id}-size`}
            min={0.1}
            max={GRANT_LIMITS.bytes / 2 ** 30}
            value={grant.gigabytes}
            onChange={(gigabytes) => onChange({ ...grant, gigabytes })}
          />
        </>
      )}
      <label className="operator-field" htmlFor={`${id}-days`}>
        {t('users.days')}
      </label>
      <NumberInput
        id={`${id}-days`}
        min={1}
        max={GRANT_LIMITS.days}
        precision={0}
        value={grant.days}
        onChange={(days) => onChange({ ...grant, days })}
      />
    </>
  );
}

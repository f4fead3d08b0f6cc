import type { JSX } from 'react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

/** Asks whether the boxes that the split proposes are the labels of the page. */
export function SplitQuestion(props: {
  readonly count: number;
  /** How many pages ask this, this one included. */
  readonly pages: number;
  readonly onUse: () => void;
  readonly onUseAll: () => void;
  readonly onChange: () => void;
  readonly onWholePage: () => void;
}): JSX.Element {
  const { count, pages, onUse, onUseAll, onChange, onWholePage } = props;
  const { t } = useTranslation('documents');
  return (
    <div className="doc-question">
      <p role="status">{t('guess.question', { count })}</p>
      <Button size="small" type="primary" onClick={onUse}>
        {t('guess.use')}
      </Button>
      {pages > 1 ? (
        <Button size="small" onClick={onUseAll}>
          {t('guess.useAll', { count: pages })}
        </Button>
      ) : null}
      <Button size="small" onClick={onChange}>
        {t('guess.change')}
      </Button>
      <Button size="small" onClick={onWholePage}>
        {t('guess.wholePage')}
      </Button>
    </div>
  );
}

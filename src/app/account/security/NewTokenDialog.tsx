import { useId, useState, type ReactElement } from 'react';
import { Checkbox, Input, Modal, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { API_SCOPES, TOKEN_NAME_MAX_LENGTH, type ApiScope } from '#protocol/api.ts';
import { SCOPE_TEXTS } from './TokenItem.tsx';

/** The properties of a new token. */
export interface NewToken {
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly days: number;
}

interface NewTokenDialogProps {
  readonly onNext: (wanted: NewToken) => void;
  readonly onClose: () => void;
}

const DAYS = [7, 30, 90, 365];
const USUAL_DAYS = 90;

/** Asks for a token's name, scopes, and expiration. */
export function NewTokenDialog({ onNext, onClose }: NewTokenDialogProps): ReactElement {
  const { t } = useTranslation(['security', 'common']);
  const id = useId();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiScope[]>([]);
  const [days, setDays] = useState(USUAL_DAYS);
  const isWhole = name.trim() !== '' && scopes.length > 0;

  function next(): void {
    if (isWhole) onNext({ name: name.trim(), scopes, days });
  }

  return (
    <Modal
      open
      centered
      width={460}
      title={t('token.newTitle')}
      okText={t('confirm.next')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: !isWhole }}
      onOk={next}
      onCancel={onClose}
    >
      <div className="user-token-form">
        <div>
          <label className="user-label" htmlFor={id}>
            {t('token.name')}
          </label>
          <Input
            id={id}
            autoFocus
            value={name}
            placeholder={t('token.nameHint')}
            maxLength={TOKEN_NAME_MAX_LENGTH}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={next}
          />
        </div>
        <fieldset>
          <legend className="user-label">{t('token.scopes')}</legend>
          {API_SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes(API_SCOPES.filter((one) => (one === scope ? target.checked : scopes.includes(one))))
              }
            >
              {t(SCOPE_TEXTS[scope])}
            </Checkbox>
          ))}
        </fieldset>
        <div>
          <span className="user-label" id={`${id}-end`}>
            {t('token.end')}
          </span>
          <Radio.Group
            aria-labelledby={`${id}-end`}
            optionType="button"
            value={days}
            options={DAYS.map((value) => ({ value, label: t('token.days', { count: value }) }))}
            onChange={(event) => setDays(event.target.value as number)}
          />
        </div>
      </div>
    </Modal>
  );
}

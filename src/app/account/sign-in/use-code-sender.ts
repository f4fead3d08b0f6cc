import type { FormInstance } from 'antd';
import type { SendCodeInput, SentCode } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import type { ApiResult } from '#services/api/api-client.ts';
import type { AddressKind } from './AddressItem.tsx';

/** What the fields of the forms about accounts are called; each form has some of them. */
export interface AccountValues {
  readonly userName?: string;
  readonly email?: string;
  readonly phone?: string;
  /** ISO 3166. */
  readonly country?: string;
  readonly code?: string;
  /** A new one. */
  readonly password?: string;
  /** The one that the account has. */
  readonly ownPassword?: string;
}

/** Where a form's address is, for a call. */
export function targetOf(kind: AddressKind, values: AccountValues): { target: string; country?: string } {
  const { email = '', phone = '', country = '' } = values;
  return kind === 'email' ? { target: email.trim() } : { target: phone, country };
}

/** Checks the form's address, and asks for a code to be sent there. Gives null where the address is not valid. */
export function useCodeSender(
  form: FormInstance<AccountValues>,
  purpose: SendCodeInput['purpose'] | 'bind',
  kind: AddressKind,
): () => Promise<ApiResult<SentCode> | null> {
  const { api } = useServices();
  return async () => {
    try {
      await form.validateFields([kind]);
    } catch {
      // The field says what is wrong.
      return null;
    }
    const input = targetOf(kind, form.getFieldsValue());
    return purpose === 'bind' ? api.call('sendBindCode', input) : api.call('sendCode', { purpose, ...input });
  };
}

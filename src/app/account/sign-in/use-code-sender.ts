import type { FormInstance } from 'antd';
import type { SendCodeInput, SentCode } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import type { ApiResult } from '#services/api/api-client.ts';
import type { AddressKind } from './AddressItem.tsx';

/** Field names of the account forms; each form has some of them. */
export interface AccountValues {
  readonly userName?: string;
  readonly email?: string;
  readonly phone?: string;
  /** ISO 3166. */
  readonly country?: string;
  readonly code?: string;
  /** The new password. */
  readonly password?: string;
  /** The current password. */
  readonly ownPassword?: string;
}

/** The form's address, for a call. */
export function targetOf(kind: AddressKind, values: AccountValues): { target: string; country?: string } {
  const { email = '', phone = '', country = '' } = values;
  return kind === 'email' ? { target: email.trim() } : { target: phone, country };
}

/** Validates the form's address and requests a code for it. Null if the address is invalid. */
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
      // The field shows the problem.
      return null;
    }
    const input = targetOf(kind, form.getFieldsValue());
    return purpose === 'bind' ? api.call('sendBindCode', input) : api.call('sendCode', { purpose, ...input });
  };
}

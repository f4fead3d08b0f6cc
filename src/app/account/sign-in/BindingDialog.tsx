import type { ReactElement } from 'react';
import { Button, Form, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useServices } from '#app/state/services.tsx';
import { AddressItem, type AddressKind } from './AddressItem.tsx';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { CodeItem } from './CodeItem.tsx';
import { FormFault } from './FormFault.tsx';
import { leaveForProvider } from './oauth-return-state.ts';
import { targetOf, useCodeSender, type AccountValues } from './use-code-sender.ts';
import { useSending } from './use-sending.ts';

/** A change to a sign-in method. */
export type BindingTask =
  | { readonly type: 'bind'; readonly kind: AddressKind }
  | { readonly type: 'third'; readonly provider: string; readonly name: string }
  | {
      readonly type: 'unbind';
      readonly what: AddressKind | 'third';
      readonly provider?: string;
      readonly name: string;
    }
  | { readonly type: 'password' };

interface BindingDialogProps {
  readonly task: BindingTask;
  readonly hasPassword: boolean;
  readonly outbox: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function BindingDialog(props: BindingDialogProps): ReactElement {
  const { t } = useTranslation('signin');
  const { api } = useServices();
  const { task, hasPassword, onClose, onDone } = props;
  return (
    <Modal open centered width={440} title={t(`bind.dialog.${task.type}`)} footer={null} onCancel={onClose}>
      {task.type === 'password' ? (
        <ChangePasswordForm
          hasPassword={hasPassword}
          onChange={(old_password, password) => api.call('changePassword', { old_password, password })}
          onDone={onDone}
        />
      ) : (
        <TaskForm {...props} task={task} />
      )}
    </Modal>
  );
}

interface TaskFormProps extends BindingDialogProps {
  readonly task: Exclude<BindingTask, { type: 'password' }>;
}

/** Every task except another password: asks for the address and its code, and verifies the user. */
function TaskForm({ task, hasPassword, outbox, onDone }: TaskFormProps): ReactElement {
  const { t } = useTranslation(['signin', 'auth']);
  const { api } = useServices();
  const [form] = Form.useForm<AccountValues>();
  const { fault, busy, send } = useSending();
  const sendCode = useCodeSender(form, 'bind', task.type === 'bind' ? task.kind : 'email');

  function submit(values: AccountValues): Promise<void> {
    const { code = '', ownPassword: password = '' } = values;
    switch (task.type) {
      case 'bind':
        return send(api.call('bindAddress', { ...targetOf(task.kind, values), code, password }), onDone);
      case 'third':
        return send(api.call('bindThirdStart', { provider: task.provider, password }), ({ url, ticket }) =>
          leaveForProvider(url, { ticket, target: '/bindings' }),
        );
      case 'unbind': {
        const { what, provider } = task;
        return send(api.call('unbind', { what, ...(provider === undefined ? {} : { provider }), password }), onDone);
      }
    }
  }

  return (
    <Form<AccountValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      validateTrigger="onBlur"
      onFinish={(values) => void submit(values)}
    >
      {task.type === 'bind' ? null : <p className="auth-again">{t(`bind.ask.${task.type}`, { name: task.name })}</p>}
      <FormFault fault={fault} />
      {task.type === 'bind' ? (
        <>
          <AddressItem kind={task.kind} />
          <CodeItem onSend={sendCode} outbox={outbox} />
        </>
      ) : null}
      {hasPassword ? (
        <Form.Item
          name="ownPassword"
          label={t('field.ownPassword')}
          rules={[{ required: true, message: t('auth:fault.passwordEmpty') }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
      ) : null}
      <Button type="primary" htmlType="submit" block loading={busy} danger={task.type === 'unbind'}>
        {t(`bind.do.${task.type}`)}
      </Button>
    </Form>
  );
}

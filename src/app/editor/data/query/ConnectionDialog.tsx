import { Alert, App, Button, Input, Modal, Select } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import {
  CONNECTION_KINDS,
  CONNECTION_NAME_MAX_LENGTH,
  CONNECTION_TLS,
  type ConnectionKind,
  type DataConnectionInfo,
} from '#protocol/api.ts';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { useServices } from '#app/state/services.tsx';
import { DESTRUCTIVE } from '#app/ui/choice/destructive.ts';
import { Field } from './Field.tsx';
import './query.css';

interface ConnectionDialogProps {
  /** Null for a new one. */
  readonly connection: DataConnectionInfo | null;
  /** Called with the connection after a successful test. */
  onSaved(connection: DataConnectionInfo): void;
  onDeleted(): void;
  /** `changed`: it may have been saved, though the test failed. */
  onClose(changed: boolean): void;
}

const PORTS: Readonly<Record<ConnectionKind, number>> = { postgres: 5432, mysql: 3306, http: 0 };
const NEW: Omit<DataConnectionInfo, 'id'> = {
  name: '',
  kind: 'postgres',
  host: '',
  port: PORTS.postgres,
  database: '',
  user: '',
  tls: 'verified',
  address: '',
  header: 'Authorization',
  has_secret: false,
};

/** Asks for the connection to a database, or to a program that answers with JSON; saves and tests it. */
export function ConnectionDialog({ connection, onSaved, onDeleted, onClose }: ConnectionDialogProps): JSX.Element {
  const { t } = useTranslation(['queries', 'common', 'problems']);
  const { modal } = App.useApp();
  const { api } = useServices();
  const [id, setId] = useState(connection?.id);
  const [fields, setFields] = useState(connection ?? NEW);
  const [hasSecret, setHasSecret] = useState(connection?.has_secret ?? false);
  const [secret, setSecret] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const notice = problem === null ? null : noticeText(t, problem);
  const { kind } = fields;
  const isWeb = kind === 'http';
  const needed = isWeb ? [fields.name, fields.address] : [fields.name, fields.host, fields.database, fields.user];
  const isWhole = needed.every((text) => text.trim() !== '');
  const set = (change: Partial<DataConnectionInfo>): void => setFields({ ...fields, ...change });

  async function save(): Promise<void> {
    if (!isWhole || busy) return;
    setBusy(true);
    setProblem(null);
    const { name, host, port, database, user, tls, address, header } = fields;
    const saved = await api.call('saveDataConnection', {
      ...(id === undefined ? {} : { id }),
      name,
      kind,
      host,
      port,
      database,
      user,
      tls,
      address,
      header,
      ...(secret === '' ? {} : { secret }),
    });
    const tested = saved.ok ? await api.call('testDataConnection', { id: saved.value.id }) : saved;
    setBusy(false);
    if (saved.ok) {
      setId(saved.value.id);
      setHasSecret(saved.value.has_secret);
    }
    if (!tested.ok) setProblem(tested.error);
    else if (saved.ok) onSaved(saved.value);
  }
  async function remove(): Promise<void> {
    if (id === undefined) return;
    const sure = await modal.confirm({
      title: t('deleteConnectionTitle', { name: fields.name }),
      content: t('deleteConnectionText'),
      okText: t('common:action.delete'),
      ...DESTRUCTIVE,
      cancelText: t('common:action.cancel'),
    });
    if (!sure) return;
    const deleted = await api.call('delDataConnection', { id });
    if (deleted.ok) onDeleted();
    else setProblem(deleted.error);
  }
  const close = (): void => onClose(id !== undefined);

  return (
    <Modal
      open
      centered
      width={560}
      title={t(connection === null ? 'newConnectionTitle' : 'editConnection')}
      mask={{ closable: false }}
      onCancel={close}
      footer={
        <div className="ed-query-foot">
          {id === undefined ? null : (
            <Button danger type="text" onClick={() => void remove()}>
              {t('common:action.delete')}
            </Button>
          )}
          <Button onClick={close}>{t('common:action.cancel')}</Button>
          <Button type="primary" disabled={!isWhole} loading={busy} onClick={() => void save()}>
            {t('saveConnection')}
          </Button>
        </div>
      }
    >
      <div className="ed-query">
        <Field label={t('name')}>
          {(of) => (
            <Input
              id={of}
              autoFocus
              value={fields.name}
              maxLength={CONNECTION_NAME_MAX_LENGTH}
              onChange={({ target }) => set({ name: target.value })}
            />
          )}
        </Field>
        <Field label={t('kind')}>
          {(of) => (
            <Select
              id={of}
              value={kind}
              options={CONNECTION_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
              onChange={(next) => set({ kind: next, port: PORTS[next] })}
            />
          )}
        </Field>
        {isWeb ? (
          <>
            <Field wide label={t('address')} hint={t('addressHint')}>
              {(of) => (
                <Input
                  id={of}
                  value={fields.address}
                  placeholder="https://"
                  inputMode="url"
                  spellCheck={false}
                  maxLength={2000}
                  onChange={({ target }) => set({ address: target.value })}
                />
              )}
            </Field>
            <Field label={t('header')}>
              {(of) => (
                <Input
                  id={of}
                  value={fields.header}
                  spellCheck={false}
                  maxLength={100}
                  onChange={({ target }) => set({ header: target.value.replaceAll(/[^A-Za-z0-9-]/g, '') })}
                />
              )}
            </Field>
          </>
        ) : (
          <>
            <Field label={t('host')}>
              {(of) => (
                <Input
                  id={of}
                  value={fields.host}
                  spellCheck={false}
                  maxLength={253}
                  onChange={({ target }) => set({ host: target.value })}
                />
              )}
            </Field>
            <Field label={t('port')}>
              {(of) => (
                <NumberInput
                  id={of}
                  min={1}
                  max={65_535}
                  precision={0}
                  value={fields.port}
                  onChange={(port) => set({ port })}
                />
              )}
            </Field>
            <Field label={t('database')}>
              {(of) => (
                <Input
                  id={of}
                  value={fields.database}
                  spellCheck={false}
                  maxLength={200}
                  onChange={({ target }) => set({ database: target.value })}
                />
              )}
            </Field>
            <Field label={t('tls')}>
              {(of) => (
                <Select
                  id={of}
                  value={fields.tls}
                  options={CONNECTION_TLS.map((value) => ({ value, label: t(`tlsModes.${value}`) }))}
                  onChange={(tls) => set({ tls })}
                />
              )}
            </Field>
            <Field label={t('user')}>
              {(of) => (
                <Input
                  id={of}
                  value={fields.user}
                  spellCheck={false}
                  autoComplete="off"
                  maxLength={200}
                  onChange={({ target }) => set({ user: target.value })}
                />
              )}
            </Field>
          </>
        )}
        <Field label={t(isWeb ? 'headerValue' : 'password')}>
          {(of) => (
            <Input.Password
              id={of}
              value={secret}
              autoComplete="new-password"
              maxLength={4000}
              placeholder={hasSecret ? t('secretKept') : ''}
              onChange={({ target }) => setSecret(target.value)}
            />
          )}
        </Field>
        <p className="ed-query-hint ed-query-wide">{t('connectionHint')}</p>
        {notice === null ? null : (
          <Alert className="ed-query-wide" type="error" showIcon title={notice} data-testid="connection-problem" />
        )}
      </div>
    </Modal>
  );
}

import { Alert, App, Button, Input, Modal, Select } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { queryAddress } from '#model/elements/base/query-address.ts';
import type { Problem } from '#model/kernel/problem.ts';
import {
  CONNECTION_NAME_MAX_LENGTH,
  QUERY_TEXT_MAX_LENGTH,
  type DataConnectionInfo,
  type DataQueryInfo,
  type TriedQuery,
} from '#protocol/api.ts';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { DESTRUCTIVE } from '#app/ui/choice/destructive.ts';
import { growingField } from '#app/ui/growing-field.ts';
import { PreviewTable } from '../reading/PreviewTable.tsx';
import '../reading/reading.css';
import { useWebFetch } from '../use-web-fetch.ts';
import { WebProgress } from '../WebSheetDialog.tsx';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import { Field } from './Field.tsx';
import { draftOf, onceEach, parametersOf, type QueryDraft } from './query-draft.ts';
import { useDataLists } from './use-data-lists.ts';
import './query.css';

export interface QueryDialogProps {
  /** Called with the rows as a file, and the address for fetching them again. */
  onFetched(file: File, address: string): void;
  onClose(): void;
}

const NEW: QueryDraft = { id: null, connectionId: null, name: '', text: '', values: {} };
const NEW_KEY = '';

/** A query of a database or of a program on the web: select or write, test, save, and use its rows as a spreadsheet. */
export function QueryDialog({ onFetched, onClose }: QueryDialogProps): JSX.Element {
  const { t } = useTranslation(['queries', 'common', 'problems']);
  const { modal } = App.useApp();
  const { api } = useServices();
  const { lists, problem: listProblem, reload } = useDataLists();
  const web = useWebFetch();
  const [draft, setDraft] = useState(NEW);
  const [editing, setEditing] = useState<DataConnectionInfo | 'new' | null>(null);
  const [busy, setBusy] = useState<'try' | 'save' | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tried, setTried] = useState<TriedQuery | null>(null);

  const connection = lists?.connections.find(({ id }) => id === draft.connectionId) ?? null;
  const kind = connection?.kind ?? 'postgres';
  const parameters = parametersOf(kind, draft);
  const isWhole = connection !== null && (kind === 'http' || draft.text.trim() !== '');
  const hasName = draft.name.trim() !== '';
  const isBusy = busy !== null || web.share !== null;
  const fault = problem ?? web.problem ?? listProblem;
  const notice = fault === null ? null : noticeText(t, fault);

  function change(part: Partial<QueryDraft>): void {
    setDraft({ ...draft, ...part });
    setProblem(null);
    web.stop();
  }
  function choose(id: string): void {
    const query = lists?.queries.find((one) => one.id === id);
    change(query === undefined ? { ...NEW, connectionId: draft.connectionId } : draftOf(query));
    setTried(null);
  }
  async function attempt(): Promise<void> {
    if (connection === null) return;
    setBusy('try');
    setProblem(null);
    const answer = await api.call('tryDataQuery', { connection_id: connection.id, text: draft.text, parameters });
    setBusy(null);
    setTried(answer.ok ? answer.value : null);
    if (!answer.ok) setProblem(answer.error);
  }
  async function save(): Promise<DataQueryInfo | null> {
    if (connection === null) return null;
    setBusy('save');
    setProblem(null);
    const { id, name, text } = draft;
    const fields = { connection_id: connection.id, name, text, parameters };
    const answer = await api.call('saveDataQuery', id === null ? fields : { id, ...fields });
    setBusy(null);
    if (!answer.ok) {
      setProblem(answer.error);
      return null;
    }
    setDraft({ ...draft, id: answer.value.id });
    await reload();
    return answer.value;
  }
  async function use(): Promise<void> {
    const query = await save();
    if (query === null) return;
    // Includes the values: they are this label's own, even if the query's change.
    const address = queryAddress({
      id: query.id,
      values: Object.fromEntries(parameters.map((one) => [one.name, one.value])),
    });
    const file = await web.fetch(address);
    if (file !== null && file !== 'unchanged') onFetched(file, address);
  }
  async function remove(): Promise<void> {
    if (draft.id === null) return;
    const sure = await modal.confirm({
      title: t('deleteQueryTitle', { name: draft.name }),
      content: t('deleteQueryText'),
      okText: t('common:action.delete'),
      ...DESTRUCTIVE,
      cancelText: t('common:action.cancel'),
    });
    if (!sure) return;
    const deleted = await api.call('delDataQuery', { id: draft.id });
    if (!deleted.ok) return setProblem(deleted.error);
    setDraft({ ...NEW, connectionId: draft.connectionId });
    setTried(null);
    await reload();
  }
  function close(): void {
    web.stop();
    onClose();
  }

  return (
    <Modal
      open
      centered
      width={720}
      title={t('title')}
      mask={{ closable: false }}
      onCancel={close}
      footer={
        <div className="ed-query-foot">
          {draft.id === null ? null : (
            <Button danger type="text" disabled={isBusy} onClick={() => void remove()}>
              {t('common:action.delete')}
            </Button>
          )}
          <Button disabled={!isWhole || isBusy} loading={busy === 'try'} onClick={() => void attempt()}>
            {t('try')}
          </Button>
          <Button disabled={!isWhole || !hasName || isBusy} onClick={() => void save()}>
            {t('common:action.save')}
          </Button>
          <Button
            type="primary"
            disabled={!isWhole || !hasName}
            loading={isBusy && busy !== 'try'}
            onClick={() => void use()}
          >
            {t('use')}
          </Button>
        </div>
      }
    >
      <div className="ed-query">
        <Field label={t('query')}>
          {(id) => (
            <Select
              id={id}
              loading={lists === null && listProblem === null}
              value={draft.id ?? NEW_KEY}
              options={[
                { value: NEW_KEY, label: t('newQuery') },
                ...(lists?.queries ?? []).map((one) => ({ value: one.id, label: one.name })),
              ]}
              onChange={choose}
            />
          )}
        </Field>
        <Field label={t('name')}>
          {(id) => (
            <Input
              id={id}
              value={draft.name}
              maxLength={CONNECTION_NAME_MAX_LENGTH}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <Field wide label={t('connection')}>
          {(id) => (
            <div className="ed-query-line">
              <Select
                id={id}
                value={connection?.id ?? null}
                placeholder={t('noConnection')}
                options={(lists?.connections ?? []).map((one) => ({ value: one.id, label: one.name }))}
                onChange={(connectionId) => change({ connectionId })}
              />
              {connection === null ? null : (
                <Button onClick={() => setEditing(connection)}>{t('editConnection')}</Button>
              )}
              <Button onClick={() => setEditing('new')}>{t('newConnection')}</Button>
            </div>
          )}
        </Field>
        <Field wide label={t(kind === 'http' ? 'path' : 'text')} hint={t(kind === 'http' ? 'pathHint' : 'textHint')}>
          {(id) => (
            <Input.TextArea
              id={id}
              value={draft.text}
              spellCheck={false}
              maxLength={QUERY_TEXT_MAX_LENGTH}
              {...growingField(kind === 'http' ? 1 : 4, 10)}
              placeholder={
                kind === 'http' ? '/goods?since={since}' : 'SELECT name, price FROM goods WHERE stock > :stock'
              }
              onChange={({ target }) => change({ text: target.value })}
            />
          )}
        </Field>
        {parameters.map(({ name, value }) => (
          <Field key={name} label={t('parameter', { name })}>
            {(id) => (
              <Input
                id={id}
                value={value}
                maxLength={1000}
                onChange={({ target }) => change({ values: { ...draft.values, [name]: target.value } })}
              />
            )}
          </Field>
        ))}
        {web.share === null ? null : (
          <div className="ed-query-wide">
            <WebProgress share={web.share} />
          </div>
        )}
        {notice === null ? null : (
          <Alert className="ed-query-wide" type="error" showIcon title={notice} data-testid="query-problem" />
        )}
        {tried === null ? null : (
          <div className="ed-query-wide" data-testid="query-rows">
            <PreviewTable label={t('firstRows')} columns={onceEach(tried.columns)} rows={tried.rows} />
            <p className="ed-query-hint">{t(tried.more ? 'moreRows' : 'allRows', { count: tried.rows.length })}</p>
          </div>
        )}
      </div>
      {editing === null ? null : (
        <ConnectionDialog
          connection={editing === 'new' ? null : editing}
          onClose={(changed) => {
            setEditing(null);
            if (changed) void reload();
          }}
          onDeleted={() => {
            setEditing(null);
            change({ connectionId: null });
            void reload();
          }}
          onSaved={({ id }) => {
            setEditing(null);
            change({ connectionId: id });
            void reload();
          }}
        />
      )}
    </Modal>
  );
}

import { Alert, Button, Input, Modal } from 'antd';
import { useId, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { digitalLink, GS1_RESOLVER } from '#model/symbology/gs1/digital-link.ts';
import { gs1Text } from '#model/symbology/gs1/gs1-data.ts';
import type { Gs1Use } from '#model/symbology/catalog/info.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import {
  contentOf,
  findingsOf,
  formFromContent,
  isComplete,
  withNewRow,
  withoutRow,
  withRow,
  withRowMoved,
  type Gs1Findings,
  type Gs1Form,
} from './gs1-form.ts';
import { Gs1FieldRow } from './Gs1FieldRow.tsx';
import { CodeResult } from '../widgets/CodeResult.tsx';
import './codes.css';

export interface Gs1DialogProps {
  readonly use: Gs1Use;
  readonly content: string;
  /** The symbology's name. */
  readonly title: string;
  onCancel(): void;
  onConfirm(content: string): void;
}

/** GS1 data field by field. The result is the content of the symbol; invalid data can't be applied. */
export function Gs1Dialog({ use, content, title, onCancel, onConfirm }: Gs1DialogProps): JSX.Element {
  const { t } = useTranslation(['gs1', 'common', 'problems']);
  const stemId = useId();
  const [start] = useState(() => formFromContent(use, content));
  const [form, setForm] = useState<Gs1Form>(start.form);
  const [year] = useState(() => new Date().getFullYear());
  const [added, setAdded] = useState<number | null>(null);
  const findings = findingsOf(use, form);
  const complete = isComplete(findings, form);

  function add(): void {
    const next = withNewRow(form);
    setForm(next);
    setAdded(next.rows.at(-1)?.key ?? null);
  }
  function confirm(): void {
    if (complete) onConfirm(contentOf(use, form));
  }

  return (
    <Modal
      open
      centered
      title={`${t('title')} · ${title}`}
      width={760}
      okText={t('common:action.confirm')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: !complete }}
      onCancel={onCancel}
      onOk={confirm}
    >
      <div className="ed-gs1">
        {start.understood ? null : <Alert type="info" showIcon title={t('notUnderstood')} />}
        {use === 'link' ? (
          <div className="ed-gs1-stem">
            <label htmlFor={stemId}>{t('address')}</label>
            <Input
              id={stemId}
              placeholder={GS1_RESOLVER}
              spellCheck={false}
              status={findings.stem === null ? '' : 'error'}
              value={form.stem}
              onChange={(event) => setForm({ ...form, stem: event.target.value.trim() })}
            />
          </div>
        ) : null}
        <ol className="ed-gs1-rows">
          {form.rows.map((row, i) => (
            <Gs1FieldRow
              key={row.key}
              row={row}
              place={i + 1}
              isLast={i === form.rows.length - 1}
              wrong={findings.rows.get(row.key)}
              focused={row.key === added}
              year={year}
              onChange={(change) => setForm(withRow(form, row.key, change))}
              onMove={(by) => setForm(withRowMoved(form, row.key, by))}
              onRemove={() => setForm(withoutRow(form, row.key))}
              onEnter={add}
            />
          ))}
        </ol>
        <Button className="ed-gs1-add" data-testid="gs1-add" onClick={add}>
          {t('add')}
        </Button>
        <CodeResult label={t('result')} testId="gs1-result" isTold>
          {resultOf(use, form)}
        </CodeResult>
        <Remark findings={findings} />
      </div>
    </Modal>
  );
}

/** Problems and warnings about the combination of fields. */
function Remark({ findings }: { findings: Gs1Findings }): JSX.Element | null {
  const { t } = useTranslation(['gs1', 'problems']);
  const wrong = findings.stem ?? findings.whole;
  if (wrong !== null) return <Alert type="error" showIcon title={problemText(t, wrong)} />;
  if (findings.hint === null) return null;
  return <Alert type="warning" showIcon title={`${problemText(t, findings.hint)} ${t('elsewhere')}`} />;
}

/** The human-readable text below the code; for a link, the address that a phone opens. */
function resultOf(use: Gs1Use, form: Gs1Form): string {
  if (use !== 'link') return gs1Text(form.rows);
  const content = contentOf(use, form);
  const link = digitalLink(content, '');
  return link.ok ? link.value : content;
}

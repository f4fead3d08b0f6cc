import { useState, type ReactElement } from 'react';
import { App, Button, Modal, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { FEEDBACK_STATES, type FeedbackState, type OperatorFeedbackList } from '#protocol/api.ts';
import type { ApiResult } from '#services/api/api-client.ts';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { ConfirmAction } from './ConfirmAction.tsx';
import { PAGE_SIZE, PagedTable } from './PagedTable.tsx';
import { showTime } from './show-time.ts';

type Feedback = OperatorFeedbackList['list'][number];

/** Users' feedback: read, answer and close. */
export function FeedbackSection(): ReactElement {
  const { t, i18n } = useTranslation(['operator', 'feedback']);
  const { api } = useServices();
  const { message } = App.useApp();
  const [state, setState] = useState<FeedbackState>('open');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Feedback | null>(null);
  const [asked, setAsked] = useState<'answer' | 'close' | null>(null);
  const feedback = useAnswer('operatorFeedbackList', { state, page, size: PAGE_SIZE });

  function ended(answer: ApiResult<unknown>): Problem | null {
    feedback.reload();
    if (!answer.ok) return answer.error;
    void message.success(t('done'));
    setAsked(null);
    setOpened(null);
    return null;
  }

  return (
    <>
      <div className="operator-tools">
        <Segmented<FeedbackState>
          aria-label={t('users.state')}
          value={state}
          options={FEEDBACK_STATES.map((value) => ({ value, label: t(`feedbackState.${value}`) }))}
          onChange={(value) => {
            setState(value);
            setPage(1);
          }}
        />
      </div>
      <PagedTable
        label={t('section.feedback')}
        answer={feedback}
        page={page}
        onPage={setPage}
        rowKey={(one) => one.id}
        columns={[
          {
            title: t('feedbackText'),
            width: 420,
            ellipsis: true,
            render: (_, one) => (
              <Button type="link" className="operator-link" onClick={() => setOpened(one)}>
                {one.text.length > 60 ? `${one.text.slice(0, 60)}…` : one.text}
              </Button>
            ),
          },
          { title: t('plans.kind'), render: (_, one) => t(`feedback:kinds.${one.kind}`) },
          { title: t('users.name'), dataIndex: 'from_name' },
          { title: t('audit.time'), render: (_, one) => showTime(one.add_time, i18n.language) },
        ]}
      />
      {opened === null ? null : (
        <Modal
          open
          centered
          width={640}
          title={opened.from_name}
          onCancel={() => setOpened(null)}
          footer={
            <>
              {opened.state === 'closed' ? null : (
                <Button onClick={() => setAsked('close')}>{t('feedbackClose')}</Button>
              )}
              <Button type="primary" onClick={() => setAsked('answer')}>
                {t('feedbackAnswer')}
              </Button>
            </>
          }
        >
          <p className="operator-text">{opened.text}</p>
          {opened.contact === '' ? null : <p>{opened.contact}</p>}
          {opened.image === '' ? null : <img className="operator-image" src={opened.image} alt="" />}
          {opened.answer === '' ? null : <blockquote className="operator-text">{opened.answer}</blockquote>}
        </Modal>
      )}
      {opened !== null && asked === 'answer' ? (
        <ConfirmAction
          title={t('feedbackAnswer')}
          text={t('feedbackAnswerText', { name: opened.from_name })}
          typed={t('feedbackAnswer')}
          isLong
          onClose={() => setAsked(null)}
          onConfirm={async (answer) => ended(await api.call('answerFeedback', { id: opened.id, answer }))}
        />
      ) : null}
      {opened !== null && asked === 'close' ? (
        <ConfirmAction
          title={t('feedbackClose')}
          text={t('feedbackCloseText')}
          onClose={() => setAsked(null)}
          onConfirm={async () => ended(await api.call('closeFeedback', { id: opened.id }))}
        />
      ) : null}
    </>
  );
}

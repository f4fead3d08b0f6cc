import { useState, type ReactElement } from 'react';
import { Alert, Button, Pagination, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FeedbackInfo, FeedbackState } from '#protocol/api.ts';
import { usePageItems } from '#app/ui/choice/use-page-items.tsx';
import { FallbackNotice } from '#app/ui/lazy-component.tsx';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import { dateFormat } from '#app/state/language-formats.ts';

const PAGE_SIZE = 10;
const COLORS: Readonly<Record<FeedbackState, string>> = { open: 'gold', answered: 'green', closed: 'default' };

/** The user's feedback, latest first, each with its status and answer. */
export function FeedbackList(): ReactElement {
  const { t } = useTranslation(['feedback', 'common', 'problems']);
  const [page, setPage] = useState(1);
  const items = usePageItems();
  const { answer, problem, reload } = useAnswer('feedbackList', { page, size: PAGE_SIZE });
  if (problem !== null) {
    return (
      <Alert
        type="error"
        showIcon
        title={problemText(t, problem)}
        action={
          <Button size="small" onClick={reload}>
            {t('common:action.retry')}
          </Button>
        }
      />
    );
  }
  if (answer === null) return <FallbackNotice hasFailed={false} onAgain={reload} />;
  if (answer.count === 0) return <p className="feedback-none">{t('none')}</p>;
  return (
    <>
      <ul className="feedback-list">
        {answer.list.map((one) => (
          <FeedbackItem key={one.id} item={one} />
        ))}
      </ul>
      <Pagination
        size="small"
        hideOnSinglePage
        current={page}
        pageSize={PAGE_SIZE}
        total={answer.count}
        showSizeChanger={false}
        itemRender={items}
        onChange={setPage}
      />
    </>
  );
}

function FeedbackItem({ item }: { readonly item: FeedbackInfo }): ReactElement {
  const { t, i18n } = useTranslation('feedback');
  const when = (time: string): string =>
    dateFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
  return (
    <li>
      <header>
        <strong>{t(`kinds.${item.kind}`)}</strong>
        <Tag color={COLORS[item.state]}>{t(`states.${item.state}`)}</Tag>
        <time dateTime={item.add_time}>{when(item.add_time)}</time>
      </header>
      <p>{item.text}</p>
      {item.image === '' ? null : (
        <a href={item.image} target="_blank" rel="noreferrer">
          <img src={item.image} alt={t('picture')} loading="lazy" />
        </a>
      )}
      {item.answer === '' ? null : (
        <blockquote>
          <small>
            {t('answer')} · <time dateTime={item.answer_time}>{when(item.answer_time)}</time>
          </small>
          <p>{item.answer}</p>
        </blockquote>
      )}
    </li>
  );
}

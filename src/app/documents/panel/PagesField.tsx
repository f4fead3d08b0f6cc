import { useId, type JSX } from 'react';
import { RotateLeftOutlined, RotateRightOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { pagesOf, turnedPages, type SessionDocument } from '../session/session-document.ts';

/** The printed pages and their rotation. */
export function PagesField(props: {
  readonly document: SessionDocument;
  readonly page: number;
  readonly onUpdate: (change: (document: SessionDocument) => SessionDocument) => void;
}): JSX.Element {
  const { document, page, onUpdate } = props;
  const { t } = useTranslation(['documents', 'problems']);
  const id = useId();
  const count = document.info.pages.length;
  const pages = pagesOf(document);
  return (
    <>
      <label htmlFor={id} className="only-spoken">
        {t('range.label')}
      </label>
      <Input
        id={id}
        value={document.range}
        placeholder={t('range.all', { count })}
        inputMode="text"
        autoComplete="off"
        status={pages.ok ? '' : 'error'}
        aria-invalid={!pages.ok}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onUpdate((one) => ({ ...one, range: event.target.value }))}
      />
      <p id={`${id}-hint`} className={pages.ok ? 'doc-hint' : 'doc-fault'} role={pages.ok ? undefined : 'alert'}>
        {pages.ok ? t('range.hint', { count: pages.value.length }) : problemText(t, pages.error)}
      </p>
      <div className="doc-turns">
        <Button
          size="small"
          icon={<RotateLeftOutlined aria-hidden />}
          onClick={() => onUpdate((one) => turnedPages(one, [page], 270))}
        >
          {t('turn.left')}
        </Button>
        <Button
          size="small"
          icon={<RotateRightOutlined aria-hidden />}
          onClick={() => onUpdate((one) => turnedPages(one, [page], 90))}
        >
          {t('turn.right')}
        </Button>
        {count > 1 ? (
          <Button
            size="small"
            icon={<RotateRightOutlined aria-hidden />}
            onClick={() => onUpdate((one) => turnedPages(one, [...one.info.pages.keys()], 90))}
          >
            {t('turn.all')}
          </Button>
        ) : null}
      </div>
    </>
  );
}

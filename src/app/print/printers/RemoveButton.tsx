import type { ReactElement } from 'react';
import { DeleteOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Result } from '#model/kernel/result.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { DESTRUCTIVE } from '#app/ui/choice/destructive.ts';

/** Removes a printer from the list after a confirmation. Reports a failure. */
export function RemoveButton(props: {
  readonly title: string;
  readonly text: string;
  readonly word: string;
  remove(): Promise<Result<null>>;
  onDone?(): void;
}): ReactElement {
  const { title, text, word, remove, onDone } = props;
  const { t } = useTranslation(['common', 'problems']);
  const { message, modal } = App.useApp();

  async function removeNow(): Promise<void> {
    const removed = await remove();
    if (!removed.ok) message.error(problemText(t, removed.error));
    onDone?.();
  }

  return (
    <Button
      danger
      icon={<DeleteOutlined aria-hidden />}
      onClick={() =>
        modal.confirm({
          title,
          content: text,
          centered: true,
          okText: word,
          cancelText: t('common:action.cancel'),
          ...DESTRUCTIVE,
          onOk: removeNow,
        })
      }
    >
      {word}
    </Button>
  );
}

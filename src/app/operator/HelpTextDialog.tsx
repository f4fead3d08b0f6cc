import { useId, useState, type ReactElement } from 'react';
import { Input, Modal, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { HELP_TEXT_LIMITS, type Language, type OperatorHelpText } from '#protocol/api.ts';
import { placeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { ConfirmAction } from './ConfirmAction.tsx';

interface HelpTextDialogProps {
  readonly id: string;
  readonly language: Language;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Edits the text that replaces an article, starting from the current text. */
export function HelpTextDialog(props: HelpTextDialogProps): ReactElement {
  const { id, language, onClose } = props;
  const { t } = useTranslation(['operator', 'common', 'problems']);
  const { answer, problem } = useAnswer('operatorHelpText', { id, language });
  if (answer !== null) return <Written {...props} text={answer} />;
  return (
    <Modal open centered footer={null} title={t('help.edit')} onCancel={onClose}>
      {problem === null ? <Spin aria-label={t('common:late.loading')} /> : placeText(t, problem)}
    </Modal>
  );
}

function Written({
  id,
  language,
  text,
  onClose,
  onSaved,
}: HelpTextDialogProps & { readonly text: OperatorHelpText }): ReactElement {
  const { t } = useTranslation('operator');
  const { api } = useServices();
  const field = useId();
  const [title, setTitle] = useState(text.title);
  const [markdown, setMarkdown] = useState(text.markdown);
  return (
    <ConfirmAction
      title={t('help.publish')}
      text={t('help.editText')}
      width={760}
      isReady={title.trim() !== '' && markdown.trim() !== ''}
      onClose={onClose}
      onConfirm={async () => {
        const saved = await api.call('publishHelpText', { id, language, title, markdown });
        if (!saved.ok) return saved.error;
        onSaved();
        return null;
      }}
    >
      <label className="operator-field" htmlFor={`${field}-title`}>
        {t('help.title')}
      </label>
      <Input
        id={`${field}-title`}
        lang={language}
        maxLength={HELP_TEXT_LIMITS.titleLength}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <label className="operator-field" htmlFor={`${field}-text`}>
        {t('help.markdown')}
      </label>
      <Input.TextArea
        id={`${field}-text`}
        lang={language}
        className="operator-markdown"
        rows={16}
        maxLength={HELP_TEXT_LIMITS.textLength}
        value={markdown}
        onChange={(event) => setMarkdown(event.target.value)}
      />
    </ConfirmAction>
  );
}

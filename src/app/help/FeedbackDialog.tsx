import { useState, type ReactElement } from 'react';
import { Modal, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { FeedbackForm } from './FeedbackForm.tsx';
import { FeedbackList } from './FeedbackList.tsx';
import './feedback.css';

export interface FeedbackDialogProps {
  readonly onClose: () => void;
}

type Shown = 'new' | 'mine';

/** Sends feedback to the operator, and shows earlier feedback with the answers. */
export function FeedbackDialog({ onClose }: FeedbackDialogProps): ReactElement {
  const { t } = useTranslation('feedback');
  const [shown, setShown] = useState<Shown>('new');
  return (
    <Modal open centered width={560} title={t('title')} footer={null} onCancel={onClose}>
      <Segmented<Shown>
        className="feedback-choice"
        aria-label={t('title')}
        value={shown}
        options={[
          { value: 'new', label: t('new') },
          { value: 'mine', label: t('mine') },
        ]}
        onChange={setShown}
      />
      {shown === 'new' ? <FeedbackForm onSent={() => setShown('mine')} /> : <FeedbackList />}
    </Modal>
  );
}

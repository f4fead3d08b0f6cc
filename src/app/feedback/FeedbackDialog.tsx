import { useState, type ReactElement } from 'react';
import { Modal, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { FeedbackForm } from './FeedbackForm.tsx';
import { FeedbackList } from './FeedbackList.tsx';
import './feedback.css';

export interface FeedbackDialogProps {
  readonly onClose: () => void;
}

/** Tells whoever runs the product something, and shows what was told before with the answers. */
export function FeedbackDialog({ onClose }: FeedbackDialogProps): ReactElement {
  const { t } = useTranslation('feedback');
  const [shown, setShown] = useState('new');
  return (
    <Modal open centered width={560} title={t('title')} footer={null} onCancel={onClose}>
      <Tabs
        activeKey={shown}
        onChange={setShown}
        destroyOnHidden
        items={[
          { key: 'new', label: t('new'), children: <FeedbackForm onSent={() => setShown('mine')} /> },
          { key: 'mine', label: t('mine'), children: <FeedbackList /> },
        ]}
      />
    </Modal>
  );
}

import type { ReactElement } from 'react';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { spaceTarget, useMemberSpace } from '#app/ui/space-target.ts';

interface SpaceDialogProps {
  /** The server's message. */
  readonly message: string;
  readonly onClose: () => void;
}

/** Reports that the account's space is full, with a link to more space, in a new window. */
export function SpaceDialog({ message, onClose }: SpaceDialogProps): ReactElement {
  const { t } = useTranslation(['space', 'common']);
  const target = spaceTarget(message, useMemberSpace() ?? '');
  return (
    <Modal
      open
      centered
      width={440}
      title={t('full')}
      okText={t(target === '/member' ? 'toMember' : 'toExpansion')}
      okButtonProps={{ href: target, target: '_blank', rel: 'noopener' }}
      cancelText={t('common:action.cancel')}
      onOk={onClose}
      onCancel={onClose}
    >
      <p>{message}</p>
    </Modal>
  );
}

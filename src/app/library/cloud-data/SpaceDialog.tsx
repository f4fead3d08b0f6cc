import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useServices } from '#app/state/services.tsx';
import { spaceTarget } from '#app/ui/space-target.ts';

interface SpaceDialogProps {
  /** The server's message. */
  readonly message: string;
  readonly onClose: () => void;
}

/** Reports that the account's space is full, with a link to more space, in a new window. */
export function SpaceDialog({ message, onClose }: SpaceDialogProps): ReactElement {
  const { t } = useTranslation(['space', 'common']);
  const { api } = useServices();
  const [memberSpace, setMemberSpace] = useState('');
  useEffect(() => {
    const leaving = new AbortController();
    void api.call('configuration', {}, { signal: leaving.signal }).then((answer) => {
      if (answer.ok && !leaving.signal.aborted) setMemberSpace(answer.value.member_space);
    });
    return () => leaving.abort();
  }, [api]);
  const target = spaceTarget(message, memberSpace);
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

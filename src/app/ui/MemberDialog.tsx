import type { ReactElement } from 'react';
import { Modal } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PrivilegeName } from '#protocol/api.ts';
import { useMemberNeed } from '#app/state/member-need.ts';
import { spaceTarget, useMemberSpace } from './space-target.ts';

/** Explains that a feature is for members only, and links to the membership page in a new window. */
export function MemberDialog(): ReactElement | null {
  const [need, setNeed] = useMemberNeed();
  return need === null ? null : <Dialog need={need} onClose={() => setNeed(null)} />;
}

function Dialog({ need, onClose }: { readonly need: PrivilegeName; readonly onClose: () => void }): ReactElement {
  const { t } = useTranslation(['upgrade', 'tips', 'common']);
  const memberSpace = useMemberSpace();
  const text = needText(t, need);
  // Until the configured text is known: a privilege belongs to the membership.
  const target = memberSpace === null ? '/member' : spaceTarget(text, memberSpace);
  return (
    <Modal
      open
      centered
      width={440}
      zIndex={1100}
      title={t('title')}
      okText={t('upgrade')}
      okButtonProps={{ href: target, target: '_blank', rel: 'noopener' }}
      cancelText={t('common:action.cancel')}
      onOk={onClose}
      onCancel={onClose}
    >
      <p>{text}</p>
    </Modal>
  );
}

function needText(t: TFunction, need: PrivilegeName): string {
  if (need === 'tables') return t('tips:tip104');
  return need === 'fonts' ? t('tips:tip125') : t(`need.${need}`);
}

import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { WEB_PLATFORM, type TemplateInfo } from '#protocol/api.ts';
import { NameDialog } from '#app/folders/NameDialog.tsx';
import { useServices } from '#app/state/services.tsx';

interface RenameDialogProps {
  readonly template: TemplateInfo;
  readonly onClose: () => void;
  readonly onRenamed: () => void;
}

export function RenameDialog({ template, onClose, onRenamed }: RenameDialogProps): ReactElement {
  const { t } = useTranslation(['home', 'common']);
  const { api } = useServices();
  return (
    <NameDialog
      title={t('common:action.rename')}
      label={t('name')}
      initial={template.name}
      onClose={onClose}
      onName={async (name) => {
        const answer = await api.call(
          'editTemplate',
          { id: template.id, name, platform: WEB_PLATFORM },
          { loading: true },
        );
        if (answer.ok) onRenamed();
        return answer.ok ? null : answer.error;
      }}
    />
  );
}

import { useState, type ReactElement } from 'react';
import { PlusOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AddedIconInfo } from '#protocol/api.ts';
import { currentLanguage } from '#app/state/i18n/i18n.ts';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { ConfirmAction } from './ConfirmAction.tsx';
import { PagedTable } from './PagedTable.tsx';
import { IconDialog } from './IconDialog.tsx';

/** The icons that this installation adds to the library. */
export function IconsSection(): ReactElement {
  const { t, i18n } = useTranslation('operator');
  const { api } = useServices();
  const { message } = App.useApp();
  const icons = useAnswer('addedIconList', {});
  const tree = useAnswer('iconTree', {});
  const [edited, setEdited] = useState<AddedIconInfo | 'new' | null>(null);
  const [removing, setRemoving] = useState<AddedIconInfo | null>(null);
  const language = currentLanguage(i18n);
  const groups = tree.answer?.list ?? [];
  const nameOf = ({ names }: AddedIconInfo): string => (names[language] === '' ? names.en : names[language]);
  const categoryOf = ({ category }: AddedIconInfo): string =>
    groups.flatMap(({ son }) => son).find(({ id }) => id === category)?.name ?? category;
  return (
    <>
      <p>{t('icons.text')}</p>
      <div className="operator-tools">
        <Button
          type="primary"
          icon={<PlusOutlined aria-hidden />}
          disabled={groups.length === 0}
          onClick={() => setEdited('new')}
        >
          {t('icons.add')}
        </Button>
      </div>
      <PagedTable
        label={t('section.icons')}
        answer={icons}
        page={1}
        isWhole
        onPage={() => undefined}
        rowKey={({ id }) => id}
        columns={[
          {
            title: t('icons.icon'),
            render: (_, { url }) => <img className="operator-icon" src={url} alt="" width={32} height={32} />,
          },
          {
            title: t('icons.name'),
            render: (_, icon) => (
              <Button type="link" className="operator-link" onClick={() => setEdited(icon)}>
                {nameOf(icon)}
              </Button>
            ),
          },
          { title: t('icons.category'), render: (_, icon) => categoryOf(icon) },
          {
            title: t('actions'),
            render: (_, icon) => (
              <Button size="small" danger onClick={() => setRemoving(icon)}>
                {t('icons.remove')}
              </Button>
            ),
          },
        ]}
      />
      {edited === null ? null : (
        <IconDialog
          icon={edited === 'new' ? null : edited}
          groups={groups}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            void message.success(t('done'));
            icons.reload();
          }}
        />
      )}
      {removing === null ? null : (
        <ConfirmAction
          title={t('icons.remove')}
          text={t('icons.removeText', { name: nameOf(removing) })}
          isDanger
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            const done = await api.call('delIcon', { id: removing.id });
            icons.reload();
            if (!done.ok) return done.error;
            setRemoving(null);
            return null;
          }}
        />
      )}
    </>
  );
}

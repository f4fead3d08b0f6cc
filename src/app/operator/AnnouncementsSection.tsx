import { useState, type ReactElement } from 'react';
import { PlusOutlined } from '@ant-design/icons';
import { App, Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { OperatorAnnouncement } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { ConfirmAction } from './ConfirmAction.tsx';
import { PagedTable } from './PagedTable.tsx';
import { showTime } from './show-time.ts';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';

function titleOf({ texts }: OperatorAnnouncement, language: string): string {
  return (texts.find((one) => one.language === language) ?? texts[0])?.title ?? '';
}

/** Announcements to all users: past, current and scheduled. */
export function AnnouncementsSection(): ReactElement {
  const { t, i18n } = useTranslation('operator');
  const { api } = useServices();
  const { message } = App.useApp();
  const notices = useAnswer('operatorAnnouncementList', {});
  const [edited, setEdited] = useState<OperatorAnnouncement | 'new' | null>(null);
  const [removing, setRemoving] = useState<OperatorAnnouncement | null>(null);
  const answer = notices.answer === null ? null : { list: notices.answer.list, count: notices.answer.list.length };
  return (
    <>
      <div className="operator-tools">
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>
          {t('notices.add')}
        </Button>
      </div>
      <PagedTable
        label={t('section.announcements')}
        answer={{ ...notices, answer }}
        page={1}
        isWhole
        onPage={() => undefined}
        rowKey={(one) => one.id}
        columns={[
          {
            title: t('notices.title'),
            render: (_, one) => (
              <Button type="link" className="operator-link" onClick={() => setEdited(one)}>
                {titleOf(one, i18n.language)}
              </Button>
            ),
          },
          {
            title: t('notices.level'),
            render: (_, one) => (
              <Tag color={one.level === 'warning' ? 'orange' : 'blue'}>{t(`notices.levels.${one.level}`)}</Tag>
            ),
          },
          { title: t('audit.from'), render: (_, one) => showTime(one.starts, i18n.language) },
          { title: t('audit.to'), render: (_, one) => showTime(one.ends, i18n.language) },
          {
            title: t('actions'),
            render: (_, one) => (
              <Button size="small" danger onClick={() => setRemoving(one)}>
                {t('notices.remove')}
              </Button>
            ),
          },
        ]}
      />
      {edited === null ? null : (
        <AnnouncementDialog
          notice={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            void message.success(t('done'));
            notices.reload();
          }}
        />
      )}
      {removing === null ? null : (
        <ConfirmAction
          title={t('notices.remove')}
          text={t('notices.removeText', { name: titleOf(removing, i18n.language) })}
          isDanger
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            const done = await api.call('delAnnouncement', { id: removing.id });
            notices.reload();
            if (!done.ok) return done.error;
            setRemoving(null);
            return null;
          }}
        />
      )}
    </>
  );
}

import { useState, type ReactElement } from 'react';
import { PlusOutlined } from '@ant-design/icons';
import { App, Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { OperatorFontInfo } from '#protocol/api.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { ConfirmAction } from './ConfirmAction.tsx';
import { PagedTable } from './PagedTable.tsx';
import { AddFontDialog } from './AddFontDialog.tsx';

/** The fonts of the installation: those added here, and those of the data folder, which are changed there. */
export function FontsSection(): ReactElement {
  const { t, i18n } = useTranslation('operator');
  const { api } = useServices();
  const { message } = App.useApp();
  const fonts = useAnswer('operatorFontList', {});
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<OperatorFontInfo | null>(null);
  return (
    <>
      <p>{t('fonts.text')}</p>
      <div className="operator-tools">
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
          {t('fonts.add')}
        </Button>
      </div>
      <PagedTable
        label={t('section.fonts')}
        answer={fonts}
        page={1}
        isWhole
        onPage={() => undefined}
        rowKey={({ id, family, weight, italic }) => `${id} ${family} ${weight} ${italic}`}
        columns={[
          { title: t('fonts.family'), dataIndex: 'family' },
          { title: t('fonts.weight'), dataIndex: 'weight' },
          { title: t('fonts.italic'), render: (_, font) => (font.italic ? t('yes') : t('no')) },
          {
            title: t('fonts.for'),
            render: (_, font) => (
              <Tag color={font.members ? 'gold' : 'green'}>{t(font.members ? 'fonts.members' : 'fonts.everybody')}</Tag>
            ),
          },
          {
            title: t('fonts.size'),
            render: (_, font) => (font.id === '' ? t('fonts.folder') : formatBytes(font.bytes, i18n.language)),
          },
          {
            title: '',
            render: (_, font) =>
              font.id === '' ? null : (
                <Button size="small" danger onClick={() => setRemoving(font)}>
                  {t('fonts.remove')}
                </Button>
              ),
          },
        ]}
      />
      {adding ? (
        <AddFontDialog
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            void message.success(t('done'));
            fonts.reload();
          }}
        />
      ) : null}
      {removing === null ? null : (
        <ConfirmAction
          title={t('fonts.remove')}
          text={t('fonts.removeText', { name: `${removing.family} ${removing.weight}` })}
          isDanger
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            const answer = await api.call('delOperatorFont', { id: removing.id });
            if (!answer.ok) return answer.error;
            setRemoving(null);
            fonts.reload();
            return null;
          }}
        />
      )}
    </>
  );
}

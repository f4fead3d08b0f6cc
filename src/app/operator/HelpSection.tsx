import { useState, type ReactElement } from 'react';
import { App, Button, Segmented, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language, type OperatorHelpEntry } from '#protocol/api.ts';
import { HELP_SECTIONS } from '#protocol/help-content.ts';
import { currentLanguage } from '#app/state/i18n/i18n.ts';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { ConfirmAction } from './ConfirmAction.tsx';
import { PagedTable } from './PagedTable.tsx';
import { showTime } from './show-time.ts';
import { HelpTextDialog } from './HelpTextDialog.tsx';

/** The articles of the help center in one language, and the texts that replace them. */
export function HelpSection(): ReactElement {
  const { t, i18n } = useTranslation(['operator', 'help']);
  const { api } = useServices();
  const { message } = App.useApp();
  const [language, setLanguage] = useState<Language>(currentLanguage(i18n));
  const articles = useAnswer('operatorHelpList', { language });
  const [edited, setEdited] = useState<OperatorHelpEntry | null>(null);
  const [taken, setTaken] = useState<OperatorHelpEntry | null>(null);
  const sectionName = ({ section }: OperatorHelpEntry): string => {
    const known = HELP_SECTIONS.find((one) => one === section);
    return known === undefined ? section : t(`help:section.${known}`);
  };
  return (
    <>
      <p>{t('help.text')}</p>
      <div className="operator-tools">
        <Segmented<Language>
          aria-label={t('help.language')}
          value={language}
          options={[...LANGUAGES]}
          onChange={setLanguage}
        />
      </div>
      <PagedTable
        label={t('section.help')}
        answer={articles}
        page={1}
        isWhole
        onPage={() => undefined}
        rowKey={({ id }) => id}
        columns={[
          {
            title: t('help.article'),
            render: (_, article) => (
              <Button type="link" className="operator-link" onClick={() => setEdited(article)}>
                {article.title}
              </Button>
            ),
          },
          { title: t('help.section'), render: (_, article) => sectionName(article) },
          {
            title: t('help.shown'),
            render: (_, { published }) =>
              published === '' ? (
                t('help.product')
              ) : (
                <>
                  <Tag color="green">{t('help.own')}</Tag> {showTime(published, i18n.language)}
                </>
              ),
          },
          {
            title: t('actions'),
            render: (_, article) =>
              article.published === '' ? null : (
                <Button size="small" danger onClick={() => setTaken(article)}>
                  {t('help.withdraw')}
                </Button>
              ),
          },
        ]}
      />
      {edited === null ? null : (
        <HelpTextDialog
          id={edited.id}
          language={language}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            void message.success(t('done'));
            articles.reload();
          }}
        />
      )}
      {taken === null ? null : (
        <ConfirmAction
          title={t('help.withdraw')}
          text={t('help.withdrawText', { name: taken.title })}
          isDanger
          onClose={() => setTaken(null)}
          onConfirm={async () => {
            const done = await api.call('withdrawHelpText', { id: taken.id, language });
            articles.reload();
            if (!done.ok) return done.error;
            setTaken(null);
            return null;
          }}
        />
      )}
    </>
  );
}

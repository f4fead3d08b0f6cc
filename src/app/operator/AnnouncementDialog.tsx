import { useId, useState, type ReactElement } from 'react';
import { Input, Segmented, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  ANNOUNCEMENT_LEVELS,
  ANNOUNCEMENT_LIMITS,
  LANGUAGES,
  type AnnouncementLevel,
  type Language,
  type OperatorAnnouncement,
} from '#protocol/api.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { useServices } from '#app/state/services.tsx';
import { ConfirmAction } from './ConfirmAction.tsx';
import { DAY_MS } from '#model/kernel/time.ts';

type Texts = Readonly<Record<Language, { readonly title: string; readonly text: string }>>;

function textsOf(notice: OperatorAnnouncement | null): Texts {
  const texts = Object.fromEntries(LANGUAGES.map((language) => [language, { title: '', text: '' }]));
  for (const { language, title, text } of notice?.texts ?? []) texts[language] = { title, text };
  return texts as Texts;
}

/** Creates a notice to all users, starting now and lasting some days, or edits one. English is required. */
export function AnnouncementDialog(props: {
  /** Null for a new one. */
  readonly notice: OperatorAnnouncement | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}): ReactElement {
  const { notice } = props;
  const { t } = useTranslation('operator');
  const { api } = useServices();
  const id = useId();
  const [level, setLevel] = useState<AnnouncementLevel>(notice?.level ?? 'info');
  const [texts, setTexts] = useState<Texts>(() => textsOf(notice));
  /** Null keeps the current end. */
  const [days, setDays] = useState<number | null>(notice === null ? 14 : null);
  return (
    <ConfirmAction
      title={t(notice === null ? 'notices.add' : 'notices.save')}
      text={t('notices.text')}
      isReady={texts.en.title.trim() !== ''}
      onClose={props.onClose}
      onConfirm={async () => {
        const now = Date.now();
        const fields = {
          level,
          starts: notice?.starts ?? new Date(now).toISOString(),
          ends: days === null ? (notice?.ends ?? '') : new Date(now + days * DAY_MS).toISOString(),
          texts: LANGUAGES.map((language) => ({ language, ...texts[language] })).filter(
            ({ title }) => title.trim() !== '',
          ),
        };
        const saved =
          notice === null
            ? await api.call('addAnnouncement', fields)
            : await api.call('editAnnouncement', { id: notice.id, ...fields });
        if (!saved.ok) return saved.error;
        props.onSaved();
        return null;
      }}
    >
      <Segmented<AnnouncementLevel>
        aria-label={t('notices.level')}
        value={level}
        options={ANNOUNCEMENT_LEVELS.map((value) => ({ value, label: t(`notices.levels.${value}`) }))}
        onChange={setLevel}
      />
      <Tabs
        defaultActiveKey="en"
        items={LANGUAGES.map((language) => ({
          key: language,
          label: language,
          children: (
            <>
              <label className="operator-field" htmlFor={`${id}-title-${language}`}>
                {t('notices.title')}
              </label>
              <Input
                id={`${id}-title-${language}`}
                maxLength={ANNOUNCEMENT_LIMITS.titleLength}
                value={texts[language].title}
                onChange={(event) =>
                  setTexts({ ...texts, [language]: { ...texts[language], title: event.target.value } })
                }
              />
              <label className="operator-field" htmlFor={`${id}-text-${language}`}>
                {t('notices.body')}
              </label>
              <Input.TextArea
                id={`${id}-text-${language}`}
                rows={4}
                maxLength={ANNOUNCEMENT_LIMITS.textLength}
                value={texts[language].text}
                onChange={(event) =>
                  setTexts({ ...texts, [language]: { ...texts[language], text: event.target.value } })
                }
              />
            </>
          ),
        }))}
      />
      <label className="operator-field" htmlFor={`${id}-days`}>
        {t('notices.days')}
      </label>
      <NumberInput id={`${id}-days`} min={1} max={3660} precision={0} value={days} onChange={setDays} />
    </ConfirmAction>
  );
}

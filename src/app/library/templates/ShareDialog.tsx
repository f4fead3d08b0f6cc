import { useId, useState, type ReactElement } from 'react';
import { App, Button, Input, Modal, Segmented, Select, Switch, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { SHARE_RIGHTS, type AddedShare, type ShareRight, type TemplateInfo } from '#protocol/api.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { copyText } from '#app/ui/copy-text.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { shareAddress } from './share-address.ts';
import { SubmitForm } from './SubmitForm.tsx';
import './sharing.css';

const DAYS = [1, 7, 30, 90, 365];

/** Creates a link to a template, or submits it to the common library. */
export function ShareDialog(props: { readonly template: TemplateInfo; readonly onClose: () => void }): ReactElement {
  const { template, onClose } = props;
  const { t } = useTranslation(['sharing', 'common', 'problems']);
  return (
    <Modal open centered width={520} footer={null} title={t('shareNamed', { name: template.name })} onCancel={onClose}>
      <Tabs
        items={[
          { key: 'link', label: t('byLink'), children: <LinkForm template={template} /> },
          { key: 'common', label: t('toLibrary'), children: <SubmitForm template={template} onDone={onClose} /> },
        ]}
      />
    </Modal>
  );
}

function LinkForm({ template }: { readonly template: TemplateInfo }): ReactElement {
  const { t } = useTranslation(['sharing', 'problems']);
  const { api } = useServices();
  const { message } = App.useApp();
  const id = useId();
  const [right, setRight] = useState<ShareRight>('read');
  const [days, setDays] = useState(0);
  const [anyone, setAnyone] = useState(false);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<AddedShare | null>(null);
  const [fault, setFault] = useState<Problem | null>(null);

  async function make(): Promise<void> {
    setBusy(true);
    setFault(null);
    const answer = await api.call('addTemplateShare', {
      id: template.id,
      right,
      anyone,
      ...(days === 0 ? {} : { days }),
    });
    setBusy(false);
    if (answer.ok) setMade(answer.value);
    else setFault(answer.error);
  }

  async function copy(text: string): Promise<void> {
    if (await copyText(text)) void message.success(t('linkCopied'));
    else void message.info(t('copyYourself'));
  }

  if (made !== null) {
    const address = shareAddress(made.secret, made.anyone);
    return (
      <>
        <label className="sharing-field" htmlFor={`${id}-link`}>
          {t('link')}
        </label>
        <div className="sharing-link">
          <Input id={`${id}-link`} readOnly value={address} onFocus={(event) => event.target.select()} />
          <Button type="primary" onClick={() => void copy(address)}>
            {t('copyLink')}
          </Button>
        </div>
        <p className="sharing-note">{t(made.anyone ? 'linkOnceAnyone' : 'linkOnce')}</p>
      </>
    );
  }
  return (
    <>
      <p className="sharing-note">{t('linkText')}</p>
      <div className="sharing-field" id={`${id}-right`}>
        {t('right')}
      </div>
      <Segmented<ShareRight>
        aria-labelledby={`${id}-right`}
        value={right}
        options={SHARE_RIGHTS.map((value) => ({ value, label: t(`rights.${value}`) }))}
        onChange={setRight}
      />
      <label className="sharing-field" htmlFor={`${id}-days`}>
        {t('holds')}
      </label>
      <Select
        id={`${id}-days`}
        className="sharing-select"
        value={days}
        options={[
          { value: 0, label: t('endless') },
          ...DAYS.map((value) => ({ value, label: t('days', { count: value }) })),
        ]}
        onChange={setDays}
      />
      <div className="sharing-anyone">
        <Switch
          checked={anyone}
          aria-labelledby={`${id}-anyone`}
          aria-describedby={`${id}-anyone-text`}
          onChange={setAnyone}
        />
        <div>
          <span id={`${id}-anyone`}>{t('anyone')}</span>
          <p className="sharing-note" id={`${id}-anyone-text`}>
            {t('anyoneText')}
          </p>
        </div>
      </div>
      <p className="sharing-fault" role="alert">
        {fault === null ? '' : problemText(t, fault)}
      </p>
      <Button type="primary" loading={busy} onClick={() => void make()}>
        {t('makeLink')}
      </Button>
    </>
  );
}

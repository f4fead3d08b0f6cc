import { useState, type ReactElement } from 'react';
import { CopyOutlined, PrinterOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { roundMm } from '#model/kernel/units.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { createLazyComponent, FallbackDialog, type LazyComponent } from '#app/ui/lazy-component.tsx';
import { SharedTemplateBody, SharedTemplateMissing } from './SharedTemplateBody.tsx';
import { LoadingScreen } from '#app/ui/page/LoadingScreen.tsx';
import { Page } from '#app/ui/page/Page.tsx';
import { editLabelPath } from '#app/state/label-attributes.ts';
import { useServices } from '#app/state/services.tsx';
import { attributesOf } from '#app/state/template-attributes.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import type { PrintSharedProps } from './PrintShared.tsx';

const printShared: LazyComponent<PrintSharedProps> = createLazyComponent(
  async () => (await import('./PrintShared.tsx')).PrintShared,
  FallbackDialog,
);

/** A shared template with its owner's nickname, to print, or to copy if the link allows it. */
export function SharedTemplateView({ secret }: { readonly secret: string }): ReactElement {
  const { t } = useTranslation(['sharing', 'problems']);
  const { api } = useServices();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const { answer: shared, problem, reload } = useAnswer('openTemplateShare', { secret });
  const [printing, setPrinting] = useState(false);
  const [copying, setCopying] = useState(false);
  if (shared === null) {
    if (problem === null) return <LoadingScreen />;
    return problem.code === 'server.notFound' ? (
      <SharedTemplateMissing />
    ) : (
      <Page>
        <ListProblem problem={problem} onRetry={reload} />
      </Page>
    );
  }
  const { name, width, height, file } = shared;
  const settings = createLabelSettings(name, { widthMm: roundMm(width), heightMm: roundMm(height) });

  async function copy(): Promise<void> {
    setCopying(true);
    const copied = await api.call('copyTemplateShare', { secret });
    setCopying(false);
    if (!copied.ok) {
      void message.error(problemText(t, copied.error));
      return;
    }
    void message.success(t('copied', { name: copied.value.name }));
    void navigate(editLabelPath(attributesOf(copied.value), 'edit'));
  }

  return (
    <Page title={name}>
      <SharedTemplateBody
        template={shared}
        note={t(shared.right === 'copy' ? 'copyNote' : 'readNote')}
        actions={
          <>
            {shared.right === 'copy' || shared.own ? (
              <Button
                type="primary"
                size="large"
                block
                icon={<CopyOutlined aria-hidden />}
                loading={copying}
                onClick={() => void copy()}
              >
                {t('copyToMine')}
              </Button>
            ) : null}
            <Button size="large" block icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
              {t('print')}
            </Button>
          </>
        }
      />
      {printing ? (
        <printShared.Part
          attributes={{ id: '', parentId: '', file, revision: 0, type: 'common', localFile: '', settings }}
          onClose={() => setPrinting(false)}
        />
      ) : null}
    </Page>
  );
}

import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Alert, Button, type InputRef } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import { LABEL_PATH, labelIdIn } from '#model/template/label-address.ts';
import type { TemplateInfo } from '#protocol/api.ts';
import { placeText } from '#app/state/i18n/problem-text.ts';
import { LoadingScreen } from '#app/ui/page/LoadingScreen.tsx';
import { editLabelPath } from '#app/state/label-attributes.ts';
import { useSetOpenedTemplate } from '#app/state/opened-template.ts';
import { useServices } from '#app/state/services.tsx';
import { attributesOf } from '#app/state/template-attributes.ts';
import { CameraSwitch } from './CameraSwitch.tsx';
import { ScanField } from './scan/ScanField.tsx';
import './scan/scan-print.css';

/**
 * `/t/<id>`: the address in a label's code. Opens the label of this id, if it is the user's: its form if it has fill-in
 * fields, otherwise the editor. `/t`, and an unknown id: accepts a code from a scanner, the keyboard, or the camera.
 */
export function OpenLabelScreen(): ReactElement {
  const { id = '' } = useParams();
  // The same code may be scanned again.
  const { key } = useLocation();
  return id === '' ? <ScanLabel problem={null} onAgain={null} /> : <OpenLabel key={key} id={id} />;
}

function OpenLabel({ id }: { readonly id: string }): ReactElement {
  const { api } = useServices();
  const navigate = useNavigate();
  const setOpened = useSetOpenedTemplate();
  const [fault, setFault] = useState<Problem | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    const find = async (): Promise<Result<TemplateInfo>> =>
      labelIdIn(id) === id
        ? api.call('getTemplate', { id, way: 'scanFetch' }, { signal: stop.signal })
        : err(problem('server.notFound'));
    void find().then((found) => {
      if (stop.signal.aborted) return;
      if (!found.ok) return setFault(found.error);
      setOpened(null);
      void navigate(
        found.value.blanks > 0
          ? `/fillPrint?${new URLSearchParams({ id }).toString()}`
          : editLabelPath(attributesOf(found.value), 'edit'),
        { replace: true },
      );
    });
    return () => stop.abort();
  }, [id, api, navigate, setOpened]);

  if (fault === null) return <LoadingScreen />;
  // A missing label and another user's are not distinguished.
  const isMissing = fault.code === 'server.notFound';
  return (
    <ScanLabel
      problem={isMissing ? problem('label.notYours') : fault}
      onAgain={isMissing ? null : () => void navigate(`${LABEL_PATH}${id}`, { replace: true })}
    />
  );
}

interface ScanLabelProps {
  /** The problem with the previous code. */
  readonly problem: Problem | null;
  /** Null if a retry can't succeed. */
  readonly onAgain: (() => void) | null;
}

function ScanLabel(props: ScanLabelProps): ReactElement {
  const { t } = useTranslation(['ways', 'common', 'problems']);
  const navigate = useNavigate();
  const field = useRef<InputRef>(null);
  const [isOther, setOther] = useState(false);
  const fault = isOther ? problem('label.noCode') : props.problem;

  function open(text: string): void {
    const id = labelIdIn(text);
    setOther(id === null);
    if (id !== null) void navigate(`${LABEL_PATH}${id}`, { replace: true });
  }
  return (
    <div className="scan-print">
      <h1>{t('open.title')}</h1>
      <p className="scan-print-lead">{t('open.lead')}</p>
      <ScanField
        field={field}
        isReady
        label={t('open.code')}
        placeholder={t('open.placeholder')}
        action={t('open.open')}
        onScan={open}
      />
      <CameraSwitch onCode={open} isReady onDone={() => field.current?.focus()} />
      {fault === null ? null : (
        <Alert
          type="warning"
          showIcon
          title={placeText(t, fault)}
          action={
            props.onAgain === null || isOther ? null : (
              <Button size="small" onClick={props.onAgain}>
                {t('common:action.retry')}
              </Button>
            )
          }
        />
      )}
    </div>
  );
}

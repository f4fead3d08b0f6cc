import type { ReactElement } from 'react';
import { FilePdfOutlined, FolderOpenOutlined, PlusOutlined, ScanOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { Announcements } from '#app/help/Announcements.tsx';
import { RecoveredLabels } from '#app/editor/drafts/RecoveredLabels.tsx';
import { useSession } from '#app/state/session.ts';
import { StartStrip } from '#app/library/ready-designs/StartStrip.tsx';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { TemplateGrid } from '#app/library/templates/TemplateGrid.tsx';
import { Page } from '#app/ui/page/Page.tsx';
import { useNewLabel } from '#app/library/templates/use-new-label.tsx';
import { useOpenFile } from '#app/library/templates/use-open-file.tsx';
import { useTemplateActions } from '#app/library/templates/use-template-actions.tsx';
import { useTemplateList } from '#app/library/templates/use-template-list.ts';
import '#app/ui/list.css';

const RECENT = 8;

/** The start screen of a signed-in user: a new label, a file, or a recent template. */
export function IndexScreen(): ReactElement {
  // Includes the texts of the later parts: a screen that waited for them again would lose a press.
  const { t, i18n } = useTranslation(['home', 'industry']);
  const session = useSession();
  const navigate = useNavigate();
  const templates = useTemplateList({ page: 1, size: RECENT });
  const actions = useTemplateActions(templates.reload);
  const newLabel = useNewLabel();
  const openFile = useOpenFile();
  const empty = !templates.loading && templates.problem === null && templates.list.length === 0;
  return (
    <Page title={t('welcome', { name: session?.name ?? '' })} intro={t('welcomeText')}>
      <Announcements />
      <div className="home-start">
        <button type="button" className="card card-padded card-button home-start-new" onClick={newLabel.start}>
          <span className="home-start-icon">
            <PlusOutlined aria-hidden />
          </span>
          <span>
            <strong>{t('newLabel')}</strong>
            <small>{t('newLabelText')}</small>
          </span>
        </button>
        <button type="button" className="card card-padded card-button" onClick={openFile.choose}>
          <span className="home-start-icon">
            <FolderOpenOutlined aria-hidden />
          </span>
          <span>
            <strong>{t('openFile')}</strong>
            <small>{t('openFileText')}</small>
          </span>
        </button>
        <button type="button" className="card card-padded card-button" onClick={() => void navigate('/t')}>
          <span className="home-start-icon">
            <ScanOutlined aria-hidden />
          </span>
          <span>
            <strong>{t('openScan')}</strong>
            <small>{t('openScanText')}</small>
          </span>
        </button>
        <button
          type="button"
          className="card card-padded card-button"
          data-testid="start-documents"
          onClick={() => void navigate('/pdfPrint')}
        >
          <span className="home-start-icon">
            <FilePdfOutlined aria-hidden />
          </span>
          <span>
            <strong>{t('printDocuments')}</strong>
            <small>{t('printDocumentsText')}</small>
          </span>
        </button>
      </div>
      <RecoveredLabels />
      <div className="home-heading">
        <h2>{t('recent')}</h2>
        {templates.count > RECENT ? <Link to="/cloudTemplate">{t('seeAll', { count: templates.count })}</Link> : null}
      </div>
      {templates.problem === null ? null : <ListProblem problem={templates.problem} onRetry={templates.reload} />}
      {empty ? (
        <p className="home-empty">{t('emptyRecent')}</p>
      ) : (
        <TemplateGrid templates={templates} actions={actions} />
      )}
      {!templates.loading && templates.count < RECENT ? <StartStrip key={i18n.language} /> : null}
      {newLabel.dialog}
      {openFile.picker}
      {actions.dialogs}
    </Page>
  );
}

import { useCallback, useEffect, useRef, useState, type JSX, useSyncExternalStore } from 'react';
import { ArrowLeftOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DocumentInfo } from '#model/document/document-file.ts';
import { useFinder } from './session/use-finder.ts';
import { useDocumentSession } from './session/use-document-session.ts';
import { DropArea, useChooser } from './DropArea.tsx';
import { FileList } from './FileList.tsx';
import { Introduction } from './Introduction.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { useIntake } from './use-intake.ts';
import { PageList } from './stage/PageList.tsx';
import { forgetPictures } from './stage/use-page-picture.ts';
import { SettingsColumn } from './panel/SettingsColumn.tsx';
import { useLook } from './session/use-look.ts';
import { DocumentPrintDialog } from './DocumentPrintDialog.tsx';
import { useDocumentPrint } from './use-document-print.ts';
import { Stage } from './stage/Stage.tsx';
import './documents.css';

/** Prints documents on labels: files on the left, the page or its labels in the middle, settings on the right. */
export function PdfPrintScreen(): JSX.Element {
  const { t } = useTranslation('documents');
  const session = useDocumentSession();
  const { add, current, page, update } = session;
  const [look, changeLook] = useLook();
  const finder = useFinder(session);
  const isNarrow = useIsNarrow();
  const [isPrinting, setPrinting] = useState(false);
  const print = useDocumentPrint(session.documents, look);
  const way = useRef(current?.way ?? 'direct');
  useEffect(() => {
    if (current !== null) way.current = current.way;
  });
  const intakes = useIntake(useCallback((info: DocumentInfo) => add(info, way.current), [add]));
  const chooser = useChooser(intakes.take);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const place = `${current?.id} ${page} ${current?.way}`;
  const [shownPlace, setShownPlace] = useState(place);
  if (shownPlace !== place) {
    setShownPlace(place);
    setChosen(new Set());
  }
  useEffect(() => forgetPictures, []);

  function turnToPage(documentId: number, to: number): void {
    session.look(documentId);
    session.turnTo(to);
  }

  const isEmpty = current === null && intakes.list.length === 0;
  return (
    <DropArea className="doc-screen" onFiles={intakes.take}>
      {chooser.picker}
      <header className="doc-header">
        <Link to="/index" className="doc-back" aria-label={t('back')}>
          <ArrowLeftOutlined aria-hidden />
        </Link>
        <h1>{t('title')}</h1>
        {isEmpty ? null : (
          <Button icon={<PlusOutlined aria-hidden />} onClick={chooser.choose}>
            {t('files.add')}
          </Button>
        )}
      </header>
      <p className="only-spoken" role="status">
        {current === null ? '' : `${current.info.fileName}: ${t('files.pages', { count: current.info.pages.length })}`}
      </p>
      {isEmpty ? (
        <Introduction onChoose={chooser.choose} />
      ) : (
        <main className="doc-work">
          <aside className="doc-left">
            <FileList
              documents={session.documents}
              currentId={current?.id ?? null}
              intakes={intakes}
              onLook={session.look}
              onRemove={session.remove}
            />
            {current === null ? null : (
              <PageList document={current} page={page} isAcross={isNarrow} onPage={session.turnTo} />
            )}
          </aside>
          {current === null ? (
            <section className="doc-stage" />
          ) : (
            <>
              <Stage
                document={current}
                page={page}
                print={print}
                chosen={chosen}
                finder={finder}
                look={look}
                onLook={changeLook}
                onChoose={setChosen}
                onUpdate={(change) => update(current.id, change)}
                onPage={turnToPage}
              />
              <SettingsColumn
                document={current}
                page={page}
                look={look}
                print={print}
                chosen={chosen}
                onLook={changeLook}
                onUpdate={(change) => update(current.id, change)}
                onPage={turnToPage}
                onPrint={() => setPrinting(true)}
              />
            </>
          )}
        </main>
      )}
      <PasswordDialog intakes={intakes} />
      {isPrinting ? <DocumentPrintDialog print={print} onClose={() => setPrinting(false)} /> : null}
    </DropArea>
  );
}

/** As in documents.css: narrower screens stack the columns. */
const NARROW = '(max-width: 900px)';

function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}

function subscribe(notify: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
}

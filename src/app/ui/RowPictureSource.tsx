import { CloseOutlined, FileZipOutlined, FolderOpenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { useRowPictures } from '#app/state/use-row-pictures.ts';
import { pickFile, pickFolderFiles } from './pick-file.ts';
import { tooltip } from './tooltips.tsx';
import './row-picture-source.css';

/** The browser's own chooser of folders, which not every browser has. */
type FolderPicker = (options: { readonly id: string }) => Promise<FileSystemDirectoryHandle>;

/** The folder or zip file with the pictures of rows, and buttons to choose another one. */
export function RowPictureSource(): JSX.Element {
  const { t } = useTranslation(['common', 'problems']);
  const { rowPictures } = useServices();
  const { set, remembered, opening, problem } = useRowPictures();
  const folderButton = useRef<HTMLButtonElement>(null);
  // Those of the last time, where the browser allows it.
  useEffect(() => void rowPictures.recall(), [rowPictures]);

  async function chooseFolder(): Promise<void> {
    const picker = (window as { readonly showDirectoryPicker?: FolderPicker }).showDirectoryPicker;
    if (picker === undefined) {
      const files = await pickFolderFiles();
      if (files.length > 0) await rowPictures.openFiles(files);
      return;
    }
    // It rejects where the user closes it.
    const folder = await picker.call(window, { id: 'row-pictures' }).catch(() => null);
    if (folder !== null) await rowPictures.openFolder(folder);
  }

  async function chooseZip(): Promise<void> {
    const file = await pickFile('.zip,application/zip');
    if (file !== null) await rowPictures.openZip(file);
  }

  function close(): void {
    rowPictures.close();
    // The button that had the focus is no longer there.
    folderButton.current?.focus();
  }

  return (
    <div className="row-pictures" data-testid="row-pictures">
      <div className="row-pictures-open">
        <div role="status">
          {opening ? (
            <p>{t('pictures.opening')}</p>
          ) : set === null ? null : (
            <p data-testid="row-pictures-open">{t('pictures.open', { name: set.name, count: set.entries.length })}</p>
          )}
        </div>
        {set === null ? null : (
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('pictures.close')}
            {...tooltip(t('pictures.close'))}
            onClick={close}
          />
        )}
      </div>
      {problem === null ? null : (
        <p className="row-pictures-problem" role="alert">
          {problemText(t, problem)}
        </p>
      )}
      {remembered === null ? null : (
        <Button size="small" type="primary" block onClick={() => void rowPictures.reopen()}>
          {t('pictures.reopen', { name: remembered })}
        </Button>
      )}
      <div className="row-pictures-buttons">
        <Button
          ref={folderButton}
          size="small"
          icon={<FolderOpenOutlined aria-hidden />}
          data-testid="row-pictures-folder"
          onClick={() => void chooseFolder()}
        >
          {t('pictures.folder')}
        </Button>
        <Button
          size="small"
          icon={<FileZipOutlined aria-hidden />}
          data-testid="row-pictures-zip"
          onClick={() => void chooseZip()}
        >
          {t('pictures.zip')}
        </Button>
      </div>
    </div>
  );
}

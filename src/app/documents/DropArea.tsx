import { useRef, useState, type ChangeEvent, type DragEvent, type JSX, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { carriesFiles } from '#app/ui/dropped-files.ts';
import { DOCUMENT_ENDINGS } from './file-kind.ts';

/** Accepts files that are dropped anywhere in it. */
export function DropArea(props: {
  readonly className: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}): JSX.Element {
  const { className, onFiles, children } = props;
  const { t } = useTranslation('documents');
  const [isOver, setOver] = useState(false);
  /** Leaving a child is not leaving the area. */
  const depth = useRef(0);
  function end(): void {
    depth.current = 0;
    setOver(false);
  }
  return (
    <div
      className={className}
      data-testid="documents"
      onDragEnter={(event: DragEvent) => {
        if (!carriesFiles(event.dataTransfer)) return;
        depth.current++;
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (carriesFiles(event.dataTransfer) && --depth.current <= 0) end();
      }}
      onDragOver={(event) => {
        if (!carriesFiles(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      }}
      onDrop={(event) => {
        if (!carriesFiles(event.dataTransfer)) return;
        event.preventDefault();
        end();
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver ? (
        <div className="doc-drop" aria-hidden>
          {t('files.drop')}
        </div>
      ) : null}
    </div>
  );
}

/** Lets the user choose files; the caller renders `picker`. */
export function useChooser(onFiles: (files: readonly File[]) => void): {
  readonly choose: () => void;
  readonly picker: JSX.Element;
} {
  const input = useRef<HTMLInputElement>(null);
  const { t } = useTranslation('documents');
  return {
    choose: () => input.current?.click(),
    picker: (
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={DOCUMENT_ENDINGS.map((ending) => `.${ending}`).join(',')}
        aria-label={t('files.choose')}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = ''; // otherwise choosing the same file again fires no event
          onFiles(files);
        }}
      />
    ),
  };
}

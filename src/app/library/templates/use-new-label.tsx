import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AssetKey } from '#model/kernel/ids.ts';
import { type Asset, type LabelSettings, createTemplate } from '#model/template/template.ts';
import { LabelDialog } from '#app/library/new-label/LabelDialog.tsx';
import { createLabelAttributes, editLabelPath } from '#app/state/label-attributes.ts';
import { keepBackgrounds } from '#app/state/label-background.ts';
import { useSession } from '#app/state/session.ts';
import { useSetOpenedTemplate } from '#app/state/opened-template.ts';

/** Opens the dialog for a new label, and then the editor with that label, which is saved in that folder. */
export function useNewLabel(folderId = ''): { readonly start: () => void; readonly dialog: ReactElement } {
  const [open, setOpen] = useState(false);
  const session = useSession();
  const navigate = useNavigate();
  const setOpened = useSetOpenedTemplate();

  function create(settings: LabelSettings, images: ReadonlyMap<AssetKey, Asset>): void {
    setOpen(false);
    if (session !== null) keepBackgrounds(session.userId, { ...settings, assets: images });
    setOpened(settings.canvases.length === 0 ? null : { ...createTemplate(settings), assets: images });
    void navigate(editLabelPath({ ...createLabelAttributes(settings), parentId: folderId }, 'add'));
  }

  return {
    start: () => setOpen(true),
    dialog: <LabelDialog open={open} mode="create" onCancel={() => setOpen(false)} onConfirm={create} />,
  };
}

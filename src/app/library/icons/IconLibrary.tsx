import { SearchOutlined } from '@ant-design/icons';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type JSX } from 'react';
import { Alert, Button, Grid, Input, Modal, Select, Skeleton, Tree, type InputRef } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { IconInfo, IconTree } from '#protocol/api.ts';
import { problemText, noticeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { ClearIcon } from '#app/ui/SearchField.tsx';
import { findIcons } from './find-icons.ts';
import { IconGrid } from './IconGrid.tsx';
import { useIconLists } from './use-icon-lists.ts';
import './icon-library.css';

/** A chosen icon: its file, and its name in the user's language. */
export interface ChosenIcon {
  readonly file: File;
  readonly name: string;
}

export interface IconLibraryProps {
  readonly onPick: (icon: ChosenIcon) => void;
  readonly onClose: () => void;
}

/** Lets the user choose an icon: categories, a search through all of them, and the icons. */
export function IconLibrary({ onPick, onClose }: IconLibraryProps): JSX.Element {
  const { t } = useTranslation(['icons', 'common', 'problems']);
  const { api } = useServices();
  const { groups, icons, want, problem, reload } = useIconLists();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [text, setText] = useState('');
  const sought = useDeferredValue(text.trim());
  const [busyUrl, setBusyUrl] = useState<string | null>(null);
  const [fault, setFault] = useState<Problem | null>(null);
  const fetching = useRef<AbortController>(null);
  const search = useRef<InputRef>(null);
  useEffect(() => () => fetching.current?.abort(), []);

  const category = chosenId ?? groups?.[0]?.son[0]?.id ?? null;
  // A search covers all groups.
  const shownIds = useMemo(
    () => (sought === '' ? (category === null ? [] : [category]) : (groups ?? []).map(({ id }) => id)),
    [sought, category, groups],
  );
  useEffect(() => {
    if (problem === null) want(shownIds);
  }, [want, shownIds, problem]);
  const lists = shownIds.map(icons);
  const isThere = groups !== null && lists.every((list) => list !== null);
  const all = lists.flatMap((list) => list ?? []);
  const shown = sought === '' ? all : findIcons(all, sought);
  const shownProblem = fault ?? problem;

  async function take(icon: IconInfo): Promise<void> {
    fetching.current?.abort();
    const asked = new AbortController();
    fetching.current = asked;
    setBusyUrl(icon.url);
    setFault(null);
    const bytes = await api.fetchFile(icon.url, { signal: asked.signal });
    if (asked.signal.aborted) return;
    setBusyUrl(null);
    if (bytes.ok)
      onPick({ file: new File([bytes.value.slice()], icon.name, { type: 'image/svg+xml' }), name: icon.name });
    else setFault(bytes.error);
  }

  return (
    <Modal
      open
      centered
      width={880}
      title={t('title')}
      footer={null}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && search.current?.focus()}
    >
      <Input
        ref={search}
        allowClear={{ clearIcon: <ClearIcon /> }}
        prefix={<SearchOutlined aria-hidden />}
        value={text}
        placeholder={t('search')}
        aria-label={t('search')}
        data-testid="icons-search"
        onChange={(event) => setText(event.target.value)}
      />
      {shownProblem === null || noticeText(t, shownProblem) === null ? null : (
        <Alert
          type="error"
          showIcon
          title={problemText(t, shownProblem)}
          action={
            problem === null ? null : (
              <Button size="small" onClick={reload}>
                {t('common:action.retry')}
              </Button>
            )
          }
        />
      )}
      <div className="icons-parts">
        {groups === null ? null : (
          <Categories
            groups={groups}
            chosen={sought === '' ? category : null}
            onChoose={(id) => {
              setText('');
              setChosenId(id);
            }}
          />
        )}
        <div className="icons-list">
          {isThere ? (
            <>
              <p className="icons-count" role="status">
                {t('count', { count: shown.length })}
              </p>
              <IconGrid label={t('title')} icons={shown} busyUrl={busyUrl} onTake={(icon) => void take(icon)} />
            </>
          ) : problem === null ? (
            <Skeleton active aria-busy="true" />
          ) : null}
        </div>
      </div>
    </Modal>
  );
}

interface CategoriesProps {
  readonly groups: IconTree['list'];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** A tree next to the icons; on a narrow screen a list that opens above them. */
function Categories({ groups, chosen, onChoose }: CategoriesProps): JSX.Element {
  const { t } = useTranslation('icons');
  const { md = true } = Grid.useBreakpoint();
  if (!md) {
    return (
      <Select
        value={chosen}
        placeholder={t('categories')}
        aria-label={t('categories')}
        data-testid="icons-categories"
        virtual={false}
        options={groups.map(({ name, son }) => ({
          label: name,
          options: son.map((category) => ({ label: category.name, value: category.id })),
        }))}
        onChange={(id) => id !== null && onChoose(id)}
      />
    );
  }
  return (
    <div className="icons-tree" data-testid="icons-categories">
      <Tree
        blockNode
        defaultExpandAll
        virtual={false}
        aria-label={t('categories')}
        selectedKeys={chosen === null ? [] : [chosen]}
        treeData={groups.map(({ id, name, son }) => ({
          key: id,
          title: name,
          children: son.map((category) => ({ key: category.id, title: category.name })),
        }))}
        onSelect={([id]) => id !== undefined && onChoose(String(id))}
      />
    </div>
  );
}

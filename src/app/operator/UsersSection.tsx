import { useDeferredValue, useState, type ReactElement } from 'react';
import { Button, Select, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { USER_ROLES, type UserRole } from '#protocol/api.ts';
import { SearchField } from '#app/ui/SearchField.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { PAGE_SIZE, PagedTable } from './PagedTable.tsx';
import { showTime } from './show-time.ts';
import { UserDialog, accountName } from './UserDialog.tsx';

/** All users: search and open. */
export function UsersSection(): ReactElement {
  const { t, i18n } = useTranslation('operator');
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<UserRole | null>(null);
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<string | null>(null);
  const input = { search, ...(role === null ? {} : { role }), page, size: PAGE_SIZE };
  const users = useAnswer('operatorUserList', useDeferredValue(input));
  return (
    <>
      <div className="operator-tools">
        <SearchField
          label={t('users.search')}
          value={search}
          onChange={(words) => {
            setSearch(words);
            setPage(1);
          }}
        />
        <Select<UserRole>
          allowClear
          placeholder={t('users.role')}
          aria-label={t('users.role')}
          value={role}
          options={USER_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
          onChange={(value: UserRole | undefined) => {
            setRole(value ?? null);
            setPage(1);
          }}
        />
      </div>
      <PagedTable
        label={t('section.users')}
        answer={users}
        page={page}
        onPage={setPage}
        rowKey={(user) => user.user_id}
        columns={[
          {
            title: t('users.name'),
            render: (_, user) => (
              <Button type="link" className="operator-link" onClick={() => setOpened(user.user_id)}>
                {accountName(user)}
              </Button>
            ),
          },
          { title: t('users.nickname'), dataIndex: 'nickname' },
          {
            title: t('users.state'),
            render: (_, user) => (
              <>
                {user.role === 'operator' ? <Tag color="blue">{t('role.operator')}</Tag> : null}
                {user.is_member ? <Tag color="gold">{t('users.member')}</Tag> : null}
                {user.blocked ? <Tag color="red">{t('users.blocked')}</Tag> : null}
              </>
            ),
          },
          { title: t('users.created'), render: (_, user) => showTime(user.created, i18n.language) },
        ]}
      />
      {opened === null ? null : (
        <UserDialog id={opened} onClose={() => setOpened(null)} onChanged={() => users.reload()} />
      )}
    </>
  );
}

import { lazy, type ComponentType, type LazyExoticComponent, type ReactElement } from 'react';
import {
  AppstoreAddOutlined,
  AuditOutlined,
  CrownOutlined,
  DatabaseOutlined,
  FontSizeOutlined,
  GiftOutlined,
  MessageOutlined,
  NotificationOutlined,
  QuestionCircleOutlined,
  ShoppingOutlined,
  SmileOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { withinChunkTime } from '#app/ui/chunk-time.ts';

/** A part of the operator's console. Its name is `section.<key>` of the texts. */
export interface Section {
  readonly key: string;
  readonly icon: ReactElement;
  readonly Component: LazyExoticComponent<ComponentType>;
}

function section(key: string, icon: ReactElement, load: () => Promise<ComponentType>): Section {
  return { key, icon, Component: lazy(async () => ({ default: await withinChunkTime(load()) })) };
}

/** All sections, in menu order. A new section is a folder next to this file and an entry here. */
export const SECTIONS: readonly [Section, ...Section[]] = [
  section('users', <TeamOutlined aria-hidden />, async () => (await import('./UsersSection.tsx')).UsersSection),
  section(
    'common',
    <AppstoreAddOutlined aria-hidden />,
    async () => (await import('./CommonSection.tsx')).CommonSection,
  ),
  section('plans', <CrownOutlined aria-hidden />, async () => (await import('./PlansSection.tsx')).PlansSection),
  section('codes', <GiftOutlined aria-hidden />, async () => (await import('./CodesSection.tsx')).CodesSection),
  section('orders', <ShoppingOutlined aria-hidden />, async () => (await import('./OrdersSection.tsx')).OrdersSection),
  section(
    'feedback',
    <MessageOutlined aria-hidden />,
    async () => (await import('./FeedbackSection.tsx')).FeedbackSection,
  ),
  section(
    'announcements',
    <NotificationOutlined aria-hidden />,
    async () => (await import('./AnnouncementsSection.tsx')).AnnouncementsSection,
  ),
  section('fonts', <FontSizeOutlined aria-hidden />, async () => (await import('./FontsSection.tsx')).FontsSection),
  section('icons', <SmileOutlined aria-hidden />, async () => (await import('./IconsSection.tsx')).IconsSection),
  section('help', <QuestionCircleOutlined aria-hidden />, async () => (await import('./HelpSection.tsx')).HelpSection),
  section(
    'storage',
    <DatabaseOutlined aria-hidden />,
    async () => (await import('./StorageSection.tsx')).StorageSection,
  ),
  section('audit', <AuditOutlined aria-hidden />, async () => (await import('./AuditSection.tsx')).AuditSection),
];

import type { IconName } from '../../../ui/icons/icon.tsx'
import type { ConsolePath } from './console-paths.ts'

/** The areas of the console, as its sidebar lists them, and the pages that each has under one heading. */
export const areas = [
  { word: 'overview', path: '', icon: 'grid', tabs: [] },
  {
    word: 'servers',
    path: 'servers',
    icon: 'servers',
    tabs: [
      { word: 'servers', path: 'servers' },
      { word: 'serverCommands', path: 'servers/commands' },
    ],
  },
  {
    word: 'rentals',
    path: 'rentals',
    icon: 'target',
    tabs: [
      { word: 'rentals', path: 'rentals' },
      { word: 'regions', path: 'rentals/regions' },
      { word: 'hosts', path: 'rentals/hosts' },
      { word: 'updates', path: 'rentals/updates' },
      { word: 'gameSettings', path: 'rentals/settings' },
    ],
  },
  {
    word: 'orders',
    path: 'orders',
    icon: 'receipt',
    tabs: [
      { word: 'orders', path: 'orders' },
      { word: 'alerts', path: 'orders/alerts' },
      { word: 'questions', path: 'orders/questions' },
      { word: 'reports', path: 'orders/reports' },
    ],
  },
  {
    word: 'notifications',
    path: 'notifications',
    icon: 'bell',
    tabs: [
      { word: 'channels', path: 'notifications' },
      { word: 'notificationRules', path: 'notifications/rules' },
      { word: 'deliveries', path: 'notifications/log' },
    ],
  },
  { word: 'jobs', path: 'jobs', icon: 'clock', tabs: [] },
  {
    word: 'users',
    path: 'users',
    icon: 'users',
    tabs: [
      { word: 'users', path: 'users' },
      { word: 'groups', path: 'users/groups' },
      { word: 'operators', path: 'users/operators' },
      { word: 'roles', path: 'users/roles' },
    ],
  },
  { word: 'cases', path: 'cases', icon: 'warning', tabs: [] },
  { word: 'sanctions', path: 'sanctions', icon: 'shield', tabs: [] },
  {
    word: 'prices',
    path: 'prices',
    icon: 'crown',
    tabs: [
      { word: 'prices', path: 'prices' },
      { word: 'coupons', path: 'prices/coupons' },
      { word: 'cards', path: 'prices/cards' },
      { word: 'privileges', path: 'prices/privileges' },
    ],
  },
  {
    word: 'announcements',
    path: 'announcements',
    icon: 'horn',
    tabs: [
      { word: 'announcements', path: 'announcements' },
      { word: 'texts', path: 'announcements/texts' },
      { word: 'commands', path: 'announcements/commands' },
    ],
  },
  {
    word: 'seasons',
    path: 'seasons',
    icon: 'chart',
    tabs: [
      { word: 'seasons', path: 'seasons' },
      { word: 'hidden', path: 'seasons/players' },
      { word: 'resets', path: 'seasons/resets' },
      { word: 'marks', path: 'seasons/marks' },
    ],
  },
  { word: 'faq', path: 'faq', icon: 'question', tabs: [] },
  { word: 'audit', path: 'audit', icon: 'list', tabs: [] },
  {
    word: 'settings',
    path: 'settings',
    icon: 'settings',
    tabs: [
      { word: 'configuration', path: 'settings' },
      { word: 'switches', path: 'settings/switches' },
      { word: 'tokens', path: 'settings/tokens' },
    ],
  },
] as const satisfies readonly {
  word: string
  path: ConsolePath
  icon: IconName
  tabs: readonly { word: string; path: ConsolePath }[]
}[]

export type Area = (typeof areas)[number]

/** The area that an address of the console belongs to. */
export function findArea(pathname: string): Area {
  const [step = ''] = pathname.replace(/^\/admin\/*/, '').split('/')
  return areas.find(({ path }) => path === step) ?? areas[0]
}

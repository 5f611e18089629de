import { laterWords } from '../../../locales/later-words.ts'
import { withWords } from '../../../locales/lazy-words.ts'

/** Loads the pages that no first visit begins with, each with its words. */
export const laterPages = {
  subscribe: () =>
    withWords('payment', withWords('vip', import('../../../pages/vip/subscribe/subscribe-page.tsx'))),
  bans: () => withWords(laterWords.bans, import('./moderation-pages.ts')),
  // The words about unsaved text are in one file with those of reports.
  orders: () =>
    withWords('payment', withWords(laterWords.reports, import('../../../pages/orders/order-pages.ts'))),
  reports: () => withWords(laterWords.reports, import('./moderation-pages.ts')),
  inventory: () => withWords(laterWords.inventory, import('../../../pages/inventory/inventory-view.tsx')),
  console: () =>
    withWords('servers', withWords(laterWords.admin, import('../../../pages/console/console.tsx'))),
  mailSettings: () => withWords(laterWords.settings, import('./settings-pages.ts')),
  settingsLayout: () => withWords(laterWords.settings, import('./settings-pages.ts')),
  generalSettings: () => withWords(laterWords.settings, import('./settings-pages.ts')),
  profileSettings: () => withWords(laterWords.settings, import('./settings-pages.ts')),
  notificationSettings: () =>
    withWords(laterWords.settings, import('../../../pages/settings/notifications/notifications-page.tsx')),
  // The form of a new password is that of signing in.
  securitySettings: () =>
    withWords(
      'signIn',
      withWords(laterWords.settings, import('../../../pages/settings/security/security-page.tsx')),
    ),
  resetPassword: () => withWords('signIn', import('./sign-in-pages.tsx')),
  signIn: () => import('./sign-in-pages.tsx'),
}

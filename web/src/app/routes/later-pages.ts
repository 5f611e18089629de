import { laterWords } from '../../locales/later-words.ts'
import { withWords } from '../../locales/lazy-words.ts'

/** Loads the pages that no first visit begins with, each with its words. */
export const laterPages = {
  subscribe: () =>
    withWords('payment', withWords('vip', import('../../pages/vip/subscribe/subscribe-page.tsx'))),
  orders: () => withWords('payment', import('../../pages/orders/order-pages.ts')),
  inventory: () => withWords(laterWords.inventory, import('../../pages/inventory/inventory-view.tsx')),
  console: () => withWords('servers', withWords(laterWords.admin, import('../../pages/console/console.tsx'))),
  mailSettings: () =>
    withWords(laterWords.settings, import('../../pages/mail-settings/mail-settings-page.tsx')),
  settingsLayout: () => withWords(laterWords.settings, import('../../pages/settings/settings-layout.tsx')),
  generalSettings: () =>
    withWords(laterWords.settings, import('../../pages/settings/general/general-page.tsx')),
  profileSettings: () =>
    withWords(laterWords.settings, import('../../pages/settings/profile/profile-page.tsx')),
  // The form of a new password is that of signing in.
  securitySettings: () =>
    withWords(
      'signIn',
      withWords(laterWords.settings, import('../../pages/settings/security/security-page.tsx')),
    ),
  resetPassword: () =>
    withWords('signIn', import('../../pages/sign-in/password-reset/reset-password-page.tsx')),
  signIn: () => import('./sign-in-pages.tsx'),
}

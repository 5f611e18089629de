/** The pages of the settings that are too small for files of their own. */
export { MailSettingsPage } from '../../../pages/mail-settings/mail-settings-page.tsx'
export { GeneralPage } from '../../../pages/settings/general/general-page.tsx'
export { ProfilePage } from '../../../pages/settings/profile/profile-page.tsx'
export { SettingsLayout } from '../../../pages/settings/settings-layout.tsx'

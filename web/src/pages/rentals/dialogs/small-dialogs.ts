/** Dialogs of a server that are too small for files of their own. */
export { RenewDialog } from '../renew/renew-dialog.tsx'
export { LiveDialog } from '../live/live-dialog.tsx'
export { PasswordDialog } from '../password/password-dialog.tsx'
export { VerifyDialog } from './verify-dialog.tsx'
export { RefundDialog } from './refund-dialog.tsx'

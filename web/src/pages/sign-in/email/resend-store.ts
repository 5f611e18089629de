import { emailResendDelayMs } from '@clutch/contract/limits.ts'
import { createStore } from '../../../ui/state/store.ts'

/** C6: when another code may be asked for, ms since 1970. It stays while the dialog is closed and opened again. */
export const resendStore = createStore(0)

export function recordSent(): void {
  resendStore.set(Date.now() + emailResendDelayMs)
}

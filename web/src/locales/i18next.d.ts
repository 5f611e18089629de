import type { en } from './en/whole.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true
    resources: { translation: typeof en }
  }
}

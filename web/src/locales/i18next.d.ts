import type { en } from './en/all-texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true
    resources: { translation: typeof en }
  }
}

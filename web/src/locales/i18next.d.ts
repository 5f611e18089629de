import type { en } from './en/index.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true
    resources: { translation: typeof en }
  }
}

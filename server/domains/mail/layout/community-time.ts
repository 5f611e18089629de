import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { communityTimeZone } from '@clutch/contract/limits.ts'

const formats = {
  zh: new Intl.DateTimeFormat('zh-CN', {
    timeZone: communityTimeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  }),
  en: new Intl.DateTimeFormat('en-GB', {
    timeZone: communityTimeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  }),
}

/** A moment (ms since 1970) as a reader of a mail reads it, in the community's time and with its name. */
export function formatCommunityTime(ms: number): Record<Language, string> {
  return { zh: `${formats.zh.format(ms)}（北京时间）`, en: `${formats.en.format(ms)} (GMT+8)` }
}

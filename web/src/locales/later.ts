import type { Language } from '@clutch/contract/api/text.ts'
import i18next from 'i18next'

type Loader = () => Promise<object>

/** The words that the first screen does without, by the pages that say them. */
const parts = {
  serverPages: {
    zh: async () => ({ servers: (await import('./zh/server-pages.ts')).serverPages }),
    en: async () => ({ servers: (await import('./en/server-pages.ts')).serverPages }),
  },
  leaderboard: {
    zh: () => import('./zh/leaderboard.ts'),
    en: () => import('./en/leaderboard.ts'),
  },
  payment: {
    zh: () => import('./zh/payment.ts'),
    en: () => import('./en/payment.ts'),
  },
  settings: {
    zh: () => import('./zh/settings.ts'),
    en: () => import('./en/settings.ts'),
  },
  signIn: {
    zh: () => import('./zh/sign-in.ts'),
    en: () => import('./en/sign-in.ts'),
  },
  vip: {
    zh: () => import('./zh/vip.ts'),
    en: () => import('./en/vip.ts'),
  },
} as const satisfies Record<string, Record<Language, Loader>>

/** Loads the words of a part in the page's language. It must have settled before the part is drawn. */
async function loadWords(part: keyof typeof parts): Promise<void> {
  const language = i18next.language as Language
  i18next.addResourceBundle(language, 'translation', await parts[part][language](), true)
}

/** A page together with its words, for a route that loads it lazily. */
export async function withWords<Page>(part: keyof typeof parts, page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, loadWords(part)])
  return loaded
}

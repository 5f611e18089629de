import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { loadLazyIcons, loadPageIcons } from '../ui/icons/lazy-icons.ts'
import { whenIdle } from '../ui/loading/when-idle.ts'
import { createStore } from '../ui/state/store.ts'
import { addWords, pageLanguage } from './translate.ts'

type Loader = () => Promise<object>

/** What loads some words, by language. */
export type Words = Readonly<Record<Language, Loader>>

/** The words that the first screen does without, by the parts that say them; those of later pages are in `later-words.ts`. */
const parts = {
  servers: {
    zh: () => import('./zh/servers.ts'),
    en: () => import('./en/servers.ts'),
  },
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
  practice: {
    zh: () => import('./zh/practice.ts'),
    en: () => import('./en/practice.ts'),
  },
  signIn: {
    zh: () => import('./zh/sign-in.ts'),
    en: () => import('./en/sign-in.ts'),
  },
  vip: {
    zh: () => import('./zh/vip.ts'),
    en: () => import('./en/vip.ts'),
  },
  faq: {
    zh: () => import('./zh/faq.ts'),
    en: () => import('./en/faq.ts'),
  },
} as const satisfies Record<string, Words>

type LazyWords = keyof typeof parts

/** Those of errors that the first screen hardly ever says; they come with every other part. */
const errorLoaders = {
  zh: async () => ({ errors: (await import('./zh/later/deferred-errors.ts')).deferredErrors }),
  en: async () => ({ errors: (await import('./en/later/deferred-errors.ts')).deferredErrors }),
} as const satisfies Words

/** Loads the words of a part in the page's language. It must have settled before the part is drawn. */
async function load(part: Words): Promise<void> {
  addWords(await part[pageLanguage()]())
}

/** Whether the words of every error are there. */
export const errorWordsLoaded = createStore(false)

/** Loads them; an error that is shown before says something more general. */
export async function loadErrorWords(): Promise<void> {
  if (errorWordsLoaded.get()) return
  await load(errorLoaders)
  errorWordsLoaded.set(true)
}

/** The start page together with its words, and nothing else. */
export async function withFirstWords<Page>(part: LazyWords, page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, load(parts[part])])
  return loaded
}

/** A public page together with its words and drawings; the words of rare errors follow. */
export async function withPageWords<Page>(part: LazyWords, page: Promise<Page>): Promise<Page> {
  if (!import.meta.env.SSR) whenIdle(() => void loadErrorWords().catch(() => undefined))
  const [loaded] = await Promise.all([page, load(parts[part]), loadPageIcons()])
  return loaded
}

/** A part of the page together with its words, those of all errors, and the drawings of all later pages, for a route that loads it lazily. */
export async function withWords<Page>(part: LazyWords | Words, page: Promise<Page>): Promise<Page> {
  const words = typeof part === 'string' ? parts[part] : part
  const [loaded] = await Promise.all([page, load(words), loadErrorWords(), loadLazyIcons()])
  return loaded
}

/** What opens over the server list, together with its words. */
export async function withServerPopupWords<Page>(page: Promise<Page>): Promise<Page> {
  const { laterWords } = await import('./later-words.ts')
  return withWords(laterWords.serverPopups, page)
}

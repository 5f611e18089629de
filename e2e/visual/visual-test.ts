import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PortalSettingsChange } from '@clutch/contract/api/content/operator-portal-settings.ts'
import type { Page } from '@playwright/test'
import type { Stack } from '../support/stack.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

/** What a screen is opened with. */
export interface VisualContext {
  page: Page
  stack: Stack
  /** The text of the language that is being looked at. */
  text: (zh: string, en: string) => string
}

/** Every screen, dialog and popup, and how it is opened. */
export type VisualStates = Record<string, (scene: VisualContext) => Promise<unknown>>

const languages = { zh: (zh: string) => zh, en: (_: string, en: string) => en }
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

const visualPortalSettings: PortalSettingsChange = {
  links: {
    discord: 'https://discord.example/',
    qq: 'https://qq.example/',
    bilibili: 'https://bilibili.example/',
    weibo: 'https://weibo.example/',
  },
  filing: { text: '沪ICP备00000000号', url: 'https://beian.example/' },
}

interface Appearance {
  language: keyof typeof languages
  themes: readonly ('dark' | 'light')[]
}

const appearances: readonly Appearance[] = [
  { language: 'zh', themes: ['dark', 'light'] },
  { language: 'en', themes: ['dark', 'light'] },
]

const sampledScenes = ['list']

/**
 * In which languages and themes a scene is looked at in a size. `npm run prove` sees each in all of them; `npm test` one
 * scene once; `npm test -- e2e/visual/…` the first one of each file.
 */
function appearancesFor(
  at: number,
  name: string,
  size: keyof typeof sizes,
  isOnlySize: boolean,
): readonly Appearance[] {
  if (process.env['CLUTCH_PROVE'] === '1') return appearances
  if (at > 0) return []
  if (process.env['CLUTCH_BROWSER_SAMPLE'] === '1' && !sampledScenes.includes(name)) return []
  const turn = Buffer.from(name).reduce((sum, byte) => sum + byte) % 8
  if (!isOnlySize && turn < 4 !== (size === 'desktop')) return []
  return [{ language: turn % 2 === 0 ? 'zh' : 'en', themes: [turn % 4 < 2 ? 'dark' : 'light'] }]
}

/**
 * Looks at each scene in each size, language and theme.
 * @param onlyOn the size of scenes that exist in one only
 */
export function defineVisualTests(
  scenes: VisualStates,
  onlyOn: Record<string, string> = {},
  change: PortalSettingsChange = {},
): void {
  for (const [at, [name, open]] of Object.entries(scenes).entries()) {
    for (const size of ['desktop', 'phone'] as const) {
      if ((onlyOn[name] ?? size) !== size) continue
      const views = appearancesFor(at, name, size, onlyOn[name] !== undefined)
      if (views.length === 0) continue
      test.describe(`${name}, ${size}`, () => {
        test.use({ viewport: sizes[size] })

        test(`looks right: ${name}, ${size}`, async ({ page, stack, operator }) => {
          // Twice the pages and four times the screens of a journey: on busy cores they need its time more than once.
          if (views.length > 1) test.slow()
          await operator.change({ ...visualPortalSettings, ...change })
          for (const { language, themes } of views) {
            await page.goto('/healthz')
            await page.evaluate(resetStorage, language)
            await open({ page, stack, text: languages[language] })
            await captureScreen(page, `${name}-${size}-${language}`.replaceAll(' ', '-'), themes)
          }
        })
      })
    }
  }
}

/** The folder for screenshots; without it none are saved. */
const screenshotFolder = process.env['CLUTCH_LOOK_DIR']

/**
 * Looks at what is shown now, in some themes: nothing sticks out or is cut, axe finds nothing. Between the themes only
 * colours differ, so the second is asked for contrast alone.
 */
async function captureScreen(page: Page, name: string, themes: Appearance['themes']): Promise<void> {
  for (const theme of themes) {
    await page.evaluate(applyTheme, theme)
    await waitUntilStable(page)
    if (screenshotFolder !== undefined) {
      await mkdir(screenshotFolder, { recursive: true })
      await page.screenshot({ path: join(screenshotFolder, `${name}-${theme}.png`) })
    }
    await expectAccessible(page, theme === themes[0] ? undefined : 'color-contrast')
  }
  expect(await page.evaluate(findOverflow)).toEqual([])
  expect(await page.evaluate(findClippedTexts)).toEqual([])
}

/** As the next visitor of this browser: what was begun to buy or to bind in the language before is forgotten. */
function resetStorage(language: string): void {
  sessionStorage.clear()
  localStorage.removeItem('email_bind_token')
  localStorage.setItem('preferredLanguage', language)
}

/** Puts a theme on: by its button, and beneath a dialog, where that cannot be pressed, as the button would. */
function applyTheme(theme: string): void {
  const { dataset } = document.documentElement
  if ((dataset['theme'] ?? 'dark') === theme) return
  const button = [...document.querySelectorAll('header button')].find((one) =>
    /主题|theme/.test(one.getAttribute('aria-label') ?? ''),
  )
  const covered = document.querySelector('[role$="dialog"]') !== null
  if (button instanceof HTMLElement && !covered) button.click()
  else dataset['theme'] = theme
}

/** Fonts are there and every movement that ends has ended. */
async function waitUntilStable(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)))
  })
}

/** The page, or a part of it that does not scroll sideways by design, is wider than its room. */
function findOverflow(): string[] {
  const root = document.documentElement
  const found =
    root.scrollWidth > root.clientWidth ? [`the page: ${root.scrollWidth} in ${root.clientWidth}`] : []
  for (const element of document.querySelectorAll('main, [role$="dialog"], table')) {
    if (element.scrollWidth > element.clientWidth + 1)
      found.push(`${element.tagName} ${element.scrollWidth} in ${element.clientWidth}`)
  }
  return found
}

/** Texts that an ancestor cuts off, but for those that end in an ellipsis, scroll, or are for screen readers only. */
function findClippedTexts(): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    if (
      parent === null ||
      node.textContent?.trim() === '' ||
      !parent.checkVisibility({ opacityProperty: true })
    )
      continue
    if (parent.closest('svg, canvas, [aria-label="公告"], [aria-label="Announcement"]') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    const cutter = cutBy(parent, text)
    if (cutter !== null) found.push(`${node.textContent?.trim()} by ${cutter}`)
  }
  return found

  function cutBy(from: Element, text: DOMRect): string | null {
    for (let at: Element | null = from; at !== null && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, textOverflow, clipPath, position } = getComputedStyle(at)
      const room = at.getBoundingClientRect()
      if (clipPath !== 'none' || (room.width <= 1 && room.height <= 1)) return null
      if (position === 'fixed') return null
      const scrolls = /auto|scroll/.test(`${overflowX} ${overflowY}`)
      if (scrolls || (textOverflow === 'ellipsis' && overflowX !== 'visible')) return null
      const outX = overflowX !== 'visible' && (text.right > room.right + 1 || text.left < room.left - 1)
      const outY = overflowY !== 'visible' && (text.bottom > room.bottom + 2 || text.top < room.top - 2)
      if (outX || outY) return `${at.tagName}.${at.className}`
    }
    return null
  }
}

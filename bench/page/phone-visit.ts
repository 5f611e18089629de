/** The first visit of a phone to a page: 1.6 Mbit/s, 150 ms, and a processor four times slower. */
import { type Chromium, type ChromiumPage, listTasks, measureScript } from './chromium.ts'

const slowdown = 4
const slowMobile = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const screen = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true }
const phone = {
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
  acceptLanguage: 'zh-CN',
  userAgentMetadata: {
    platform: 'Android',
    platformVersion: '14',
    architecture: '',
    model: 'Pixel 8',
    mobile: true,
  },
}
/** Tasks after the hydration, such as the first effects, count too. */
const settleMs = 1_500
const pollMs = 250
const patienceMs = 60_000

export interface Visit {
  paintMs: number
  contentMs: number
  /** Requests that were answered before the content was drawn, the document among them. */
  requests: number
  /** The longest task until the page is hydrated, in processor time. */
  taskMs: number
  /** The longest time that scripts took in one task, in processor time. */
  scriptMs: number
  /** The sum of all layout shifts. */
  shift: number
}

/** Visits a page; `content` selects what the visitor came for. */
export async function visitByPhone(browser: Chromium, url: string, content: string): Promise<Visit> {
  const page = await openPhone(browser)
  await page.send('Network.emulateNetworkConditions', slowMobile)
  await page.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const source = `(${watchVisit.toString()})(${JSON.stringify(content)})`
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source })
  const trace = await browser.trace(async () => {
    await page.send('Page.navigate', { url })
    await waitUntilHydrated(page)
  })
  const seen = JSON.parse(String(await page.evaluate(`JSON.stringify((${readVisit.toString()})())`))) as Omit<
    Visit,
    'taskMs' | 'scriptMs'
  >
  await page.close()
  const tasks = listTasks(trace, url)
  const taskMs = tasks.reduce((max, { tdur = 0 }) => Math.max(max, tdur), 0) / 1_000
  const long = tasks.filter(({ tdur = 0 }) => tdur > 5_000)
  const scriptMs = long.reduce((max, task) => Math.max(max, measureScript(task, trace)), 0)
  return { ...seen, taskMs, scriptMs }
}

/** Visits a page for the second time: its service worker has stored what it showed last. Tasks are not measured. */
export async function revisitByPhone(
  browser: Chromium,
  url: string,
  content: string,
): Promise<Pick<Visit, 'paintMs' | 'contentMs' | 'shift'>> {
  const page = await openPhone(browser)
  await page.send('Network.setBypassServiceWorker', { bypass: false })
  await page.send('Page.navigate', { url })
  await waitUntilHydrated(page)
  // The worker stores the document of the next visit, and answers the one after it.
  await waitUntil(page, 'navigator.serviceWorker.controller !== null')
  await page.send('Page.navigate', { url })
  await waitUntil(page, `caches.match(location.pathname).then((held) => held !== undefined)`)
  await waitUntilHydrated(page)
  await page.send('Network.emulateNetworkConditions', slowMobile)
  await page.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const source = `(${watchVisit.toString()})(${JSON.stringify(content)})`
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source })
  await page.send('Page.navigate', { url })
  await waitUntilHydrated(page)
  const seen = JSON.parse(String(await page.evaluate(`JSON.stringify((${readVisit.toString()})())`))) as Visit
  await page.close()
  return seen
}

/** The page as it is drawn, in one document: its styles inline, its scripts removed. */
export async function saveDrawnPage(browser: Chromium, url: string): Promise<string> {
  const page = await openPhone(browser)
  await page.send('Page.navigate', { url })
  await waitUntilHydrated(page)
  const html = await page.evaluate(`(${copyPage.toString()})()`)
  await page.close()
  return String(html)
}

async function openPhone(browser: Chromium): Promise<ChromiumPage> {
  const page = await browser.openPage()
  await page.send('Page.enable')
  await page.send('Network.enable')
  await page.send('Network.setBypassServiceWorker', { bypass: true })
  await page.send('Emulation.setDeviceMetricsOverride', screen)
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.send('Emulation.setUserAgentOverride', phone)
  return page
}

async function waitUntil(page: ChromiumPage, expression: string): Promise<void> {
  const end = Date.now() + patienceMs
  while ((await page.evaluate(expression)) !== true) {
    if (Date.now() > end) throw new Error(`the page never had ${expression}`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** The page removes its first view once it is hydrated; a static file has none. */
async function waitUntilHydrated(page: ChromiumPage): Promise<void> {
  await waitUntil(
    page,
    `location.protocol === 'http:' && document.readyState === 'complete' && !document.querySelector('#first-view')`,
  )
  await new Promise((resolve) => setTimeout(resolve, settleMs))
}

/** Runs in the page, before its own scripts. */
function watchVisit(content: string): void {
  const seen = { shift: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (document.querySelector(content) === null) requestAnimationFrame(look)
    else requestAnimationFrame(() => performance.mark('content'))
  }
  requestAnimationFrame(look)
}

/** Runs in the page. */
function readVisit(): Omit<Visit, 'taskMs' | 'scriptMs'> {
  const contentMs = performance.getEntriesByName('content')[0]?.startTime ?? 0
  const answered = performance
    .getEntriesByType('resource')
    .filter((entry) => (entry as PerformanceResourceTiming).responseEnd < contentMs).length
  const paintMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? contentMs
  const { shift } = (globalThis as unknown as { seen: { shift: number } }).seen
  return { paintMs, contentMs, requests: answered + 1, shift }
}

/** Runs in the page. */
function copyPage(): string {
  const css = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
  const copy = document.documentElement.cloneNode(true) as HTMLElement
  for (const one of copy.querySelectorAll('script, link, noscript')) one.remove()
  const style = document.createElement('style')
  style.textContent = css.filter((rule) => !rule.startsWith('@font-face')).join('\n')
  copy.querySelector('head')?.append(style)
  return `<!doctype html>${copy.outerHTML}`
}

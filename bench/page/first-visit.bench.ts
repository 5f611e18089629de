/**
 * The first visit of a phone to each public page of a real portal (the demo), in Chromium on a slow mobile network
 * (1.6 Mbit/s, 150 ms) with a four times slower processor: first paint, content on screen, requests until then, the longest task
 * until the page is hydrated. The baseline is the drawn page saved as one static HTML file without scripts, visited the same way in the same run.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium, type Browser, type Page } from '@playwright/test'
import { startProgram } from '@clutch/server/testing/program.ts'
import { findBrowser } from '@clutch/tools/browser.ts'
import { assertClaim, isQuick, median, printTable, reportTarget } from '../harness/results.ts'

const visits = isQuick ? 3 : 5
const slowdown = 4
const slowMobile = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const maxPaintRatio = 1.5
const maxContentRatio = 2
const maxRequests = 12
const maxTaskMs = 50
/** Tasks after the hydration, such as the first effects, count too. */
const settleMs = 1_500

interface PublicPage {
  name: string
  path: string
  /** What a visitor came for: drawn when this is on the page. */
  content: string
}

interface Visit {
  paintMs: number
  contentMs: number
  /** Requests that were answered before the content was drawn, the document among them. */
  requests: number
  /** The longest task of the page's process until it is hydrated; 0 if none took 50 ms. */
  taskMs: number
}

const folder = mkdtempSync(join(tmpdir(), 'clutch-first-visit-'))
const demo = startProgram('demo/start.ts', {
  CLUTCH_DATA_DIR: join(folder, 'data'),
  CLUTCH_PORT: '0',
  CLUTCH_DEMO_GAME_PORT: '0',
  CLUTCH_DEMO_EMULATOR_PORT: '0',
})
const executablePath = findBrowser()
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath !== null && { executablePath }),
})
try {
  const { url } = (await demo.ready) as { url: string }
  const player = await waitForPlayer(url)
  const pages: readonly PublicPage[] = [
    { name: 'server list', path: '/', content: 'main a[href*="/servers/"], main [data-server], main li' },
    { name: 'leaderboard', path: '/leaderboard', content: 'main a[href*="/leaderboard/player/"]' },
    { name: 'player', path: `/leaderboard/player/${player}`, content: 'main h1' },
    { name: 'VIP', path: '/vip', content: 'main h1' },
    { name: 'practice', path: '/pracc', content: 'main h1' },
    { name: 'FAQ', path: '/faq', content: 'main h1' },
  ]
  const rows: (string | number)[][] = []
  for (const page of pages) rows.push(await measurePage(url, page))
  const columns = [
    'page',
    'paint ms',
    'static',
    'ratio',
    'content ms',
    'static',
    'ratio',
    'requests',
    'task ms',
    'static',
  ]
  printTable('First visit, 1.6 Mbit/s, 150 ms, processor four times slower', columns, rows)
} finally {
  await browser.close()
  demo.child.kill('SIGINT')
  await demo.ended
  rmSync(folder, { recursive: true, force: true })
}

/** Waits until the simulated players are on a board; returns the SteamID of the first one. */
async function waitForPlayer(url: string): Promise<string> {
  for (;;) {
    const board = (await (await fetch(`${url}/api/leaderboard/dm`)).json()) as { data: { steamid: string }[] }
    if (board.data.length >= 10 && board.data[0]) return board.data[0].steamid
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

async function measurePage(url: string, page: PublicPage): Promise<(string | number)[]> {
  const html = await saveDrawnPage(`${url}${page.path}`, page.content)
  const compressed = brotliCompressSync(html)
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
      .end(compressed),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const staticUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const portalVisits: Visit[] = []
  const baseline: Visit[] = []
  for (let visit = 0; visit < visits; visit += 1) {
    baseline.push(await runVisit(browser, staticUrl, page.content))
    portalVisits.push(await runVisit(browser, `${url}${page.path}`, page.content))
  }
  server.closeAllConnections()
  server.close()
  const paint = medianOf(portalVisits, 'paintMs')
  const content = medianOf(portalVisits, 'contentMs')
  const requests = medianOf(portalVisits, 'requests')
  const paintRatio = paint / medianOf(baseline, 'paintMs')
  const contentRatio = content / medianOf(baseline, 'contentMs')
  assertClaim(content > 0, `${page.name}: its content is drawn`)
  reportTarget(
    paintRatio <= maxPaintRatio,
    `${page.name}: first paint ${paintRatio.toFixed(1)} times static, at most ${maxPaintRatio}`,
  )
  reportTarget(
    contentRatio <= maxContentRatio,
    `${page.name}: content ${contentRatio.toFixed(1)} times static, at most ${maxContentRatio}`,
  )
  const taskMs = medianOf(portalVisits, 'taskMs')
  reportTarget(
    taskMs <= maxTaskMs,
    `${page.name}: longest task ${Math.round(taskMs)} ms, at most ${maxTaskMs}`,
  )
  reportTarget(requests <= maxRequests, `${page.name}: ${requests} requests, at most ${maxRequests}`)
  return [
    page.name,
    Math.round(paint),
    Math.round(medianOf(baseline, 'paintMs')),
    paintRatio.toFixed(1),
    Math.round(content),
    Math.round(medianOf(baseline, 'contentMs')),
    contentRatio.toFixed(1),
    requests,
    Math.round(taskMs),
    Math.round(medianOf(baseline, 'taskMs')),
  ]
}

function medianOf(taken: readonly Visit[], key: keyof Visit): number {
  return median(taken.map((visit) => visit[key]))
}

/** The page as it is drawn, in one document: its styles inline, its scripts removed. */
async function saveDrawnPage(url: string, content: string): Promise<string> {
  const page = await openPhone(browser)
  await page.goto(url)
  await page.locator(content).first().waitFor()
  await page.waitForLoadState('networkidle').catch(() => undefined)
  const html = await page.evaluate(() => {
    const css = [...document.styleSheets].flatMap((sheet) =>
      [...sheet.cssRules].map(({ cssText }) => cssText),
    )
    const copy = document.documentElement.cloneNode(true) as HTMLElement
    for (const one of copy.querySelectorAll('script, link, noscript')) one.remove()
    const style = document.createElement('style')
    style.textContent = css.filter((rule) => !rule.startsWith('@font-face')).join('\n')
    copy.querySelector('head')?.append(style)
    return `<!doctype html>${copy.outerHTML}`
  })
  await page.context().close()
  return html
}

async function openPhone(open: Browser): Promise<Page> {
  const context = await open.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    serviceWorkers: 'block',
  })
  return context.newPage()
}

async function runVisit(open: Browser, url: string, content: string): Promise<Visit> {
  const page = await openPhone(open)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slowMobile)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript((selector) => {
    const tasks: number[] = []
    Object.assign(globalThis, { tasks })
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask', buffered: true })
    const look = () => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look)
      else requestAnimationFrame(() => performance.mark('content'))
    }
    requestAnimationFrame(look)
  }, content)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('content').length > 0)
  // The page removes its first view once it is hydrated; a static file has none.
  await page.waitForFunction(
    () => document.readyState === 'complete' && document.querySelector('#first-view') === null,
  )
  await page.waitForTimeout(settleMs)
  const visit = await page.evaluate(() => {
    const contentMs = performance.getEntriesByName('content')[0]?.startTime ?? 0
    const requests = performance
      .getEntriesByType('resource')
      .filter((entry) => (entry as PerformanceResourceTiming).responseEnd < contentMs).length
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? contentMs
    const { tasks } = globalThis as unknown as { tasks: number[] }
    return { paintMs: paint, contentMs, requests: requests + 1, taskMs: Math.max(0, ...tasks) }
  })
  await page.context().close()
  return visit
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The shell is Chromium without its windows: the same pages take it half the processor time. Not every Debian has it. */
const browserPackages = ['chromium-headless-shell', 'chromium'] as const
const browserPrograms = [...browserPackages, 'chromium-browser', 'google-chrome']

/**
 * Returns the Chromium for the browser tests: the one named by CLUTCH_CHROMIUM, the machine's own, or
 * Playwright's. If there is none (or no font with Chinese characters), installs it first and says so:
 * Debian's packages as root, else Playwright's own browser.
 */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser()
  if (found !== null && hasChineseFont()) return found
  const missing = found === null ? 'Chromium' : 'a font with Chinese characters'
  if (process.getuid?.() === 0 && isInstalled('apt-get')) {
    process.stdout.write(`${missing} is not installed: installing Debian's Chromium and fonts-noto-cjk\n`)
    installFromDebian(found === null)
  } else if (found === null) {
    process.stdout.write(`${missing} is not installed: installing Playwright's own\n`)
    runOrThrow('playwright', ['install', 'chromium'])
  } else {
    process.stdout.write(`${missing} is not installed: Chinese text is drawn as boxes in the screenshots\n`)
  }
  const browser = findBrowser()
  if (browser === null) throw new Error('no Chromium could be found or installed')
  return browser
}

function installFromDebian(browserToo: boolean): void {
  runOrThrow('apt-get', ['update', '-qq'])
  const install = ['install', '-y', '-qq', '--no-install-recommends']
  runOrThrow('apt-get', [...install, 'fonts-noto-cjk', 'fontconfig'])
  if (browserToo && !browserPackages.some((name) => runCommand('apt-get', [...install, name]) === 0))
    throw new Error(`apt-get installs neither ${browserPackages.join(' nor ')}`)
}

/** Returns the installed browser, see `readyBrowser`; null if there is none. */
export function findBrowser(): string | null {
  const named = process.env['CLUTCH_CHROMIUM']
  if (named !== undefined) return named
  const installed = browserPrograms.map(findProgram).find((path) => path !== null)
  if (installed !== undefined) return installed
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null
}

function hasChineseFont(): boolean {
  if (process.platform !== 'linux') return true
  return (
    isInstalled('fc-list') &&
    spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' }).stdout.trim() !== ''
  )
}

const isInstalled = (program: string) => findProgram(program) !== null

function findProgram(program: string): string | null {
  const { status, stdout } = spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

function runOrThrow(command: string, args: readonly string[]): void {
  const status = runCommand(command, args)
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}`)
}

/** Answers how it ended. */
function runCommand(command: string, args: readonly string[]): number | null {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status
}

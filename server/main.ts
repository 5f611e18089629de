import { type Config, InvalidConfig, readConfig } from './platform/config/config.ts'
import { createLog } from './platform/logging/logger.ts'
import { portalVersion } from './platform/version.ts'
import { explainStartError } from './platform/lifecycle/start-problem.ts'

const stopWithinMs = 10_000

try {
  await run(readConfig(process.env))
} catch (error) {
  const problem = explainStartError(error)
  if (!problem) throw error
  for (const line of problem) process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** Starts the portal and stops it on SIGINT, SIGTERM, or when the program that started it is gone. */
async function run(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  for (const line of config.deprecations) log.warn(line)
  // Not at the top: settings that cannot be used are reported before two thousand modules are loaded.
  const { pageFolder, startPortal } = await import('./portal.ts')
  const page = await servesPage(config, pageFolder)
  const stopAsked = Promise.withResolvers<string>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopAsked.resolve)
  if (process.connected) process.on('disconnect', () => stopAsked.resolve('disconnect'))
  void stopAsked.promise.then(() => setTimeout(() => process.exit(1), stopWithinMs).unref())

  const portal = await startPortal({ config, log, page })
  log.info({ version: portalVersion, url: portal.url, roles: config.roles, page }, 'ready')
  process.send?.({ ready: true, url: portal.url })
  log.info({ reason: await stopAsked.promise }, 'stopping')
  await portal.stop()
  log.info('stopped')
  process.exit(0)
}

/** In production the page must have been built; in development Vite may serve it instead. */
async function servesPage({ env, roles }: Config, pageFolder: string): Promise<boolean> {
  const { isPageBuilt } = await import('./platform/http/page/page.ts')
  if (!roles.includes('web') || isPageBuilt(pageFolder)) return true
  if (env === 'production') throw new InvalidConfig(['the page is not built: run npm run build first'])
  return false
}

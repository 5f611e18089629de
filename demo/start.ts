/** What `npm start` runs: the portal with everything it talks to, simulated, on this machine only. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '@clutch/server/config.ts'
import { operatorTokenFile } from '@clutch/server/http/operator.ts'
import { startProblem } from '@clutch/server/start-problem.ts'
import { type Child, startChild } from './child.ts'
import { seedCommunity } from './community.ts'
import { describe } from './describe.ts'
import { firstOperator } from './first-operator.ts'
import { type PlayedServer, placeServers, writeGamesimConfig } from './game-servers.ts'
import { DemoRunning, takeLock } from './lock.ts'
import { readDemoSettings } from './open.ts'
import { operatorCalls } from './operator-calls.ts'
import { buildPage } from './page.ts'
import { offeredPeople, readRegulars, speakingPerson } from './people.ts'
import { InventoryDatabase } from './inventory-database.ts'
import { findPort, lostPort, tcpIsFree } from './ports.ts'
import { endRentedServers, rentalSettings } from './rented-servers.ts'
import { seedRentals } from './rentals.ts'
import { writeReporting } from './reporting.ts'
import { sampleServers } from './sample-servers.ts'
import { givenIn, seed } from './seed.ts'
import { seedShop } from './shop.ts'
import { tellStandins } from './standin-faq.ts'
import { type Standins, removeStandinConfigs, startStandins } from './standins.ts'

const defaultGamePort = 27_115
const defaultStandinPort = 8_090
/** Four times as fast as real: the boards move at every look, while a stay on a server still lasts some minutes. */
const pace = 4
const startsMax = 5
const say = (line: string) => process.stdout.write(`${line}\n`)

const children: Child[] = []
const inventoryDatabase = new InventoryDatabase(say)
const stopAsked = Promise.withResolvers<number>()
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))
if (process.connected) process.on('disconnect', () => stop(0))

try {
  process.exitCode = await run(readDemoSettings(process.env))
} catch (error) {
  const problem = error instanceof DemoRunning ? [error.message] : startProblem(error)
  for (const line of problem ?? [error instanceof Error ? error.message : String(error)])
    process.stderr.write(`${line}\n`)
  process.exitCode = 1
}
process.exit()

/** Starts everything, waits for Ctrl-C or the end of a part, and answers the exit code once nothing is left. */
async function run(settings: Settings): Promise<number> {
  mkdirSync(join(settings.dataDir, 'logs'), { recursive: true, mode: 0o700 })
  const unlock = takeLock(join(settings.dataDir, 'demo.lock'))
  try {
    const code = await Promise.race([stopAsked.promise, startUntilPlaced(settings)])
    return code ?? (await stopAsked.promise)
  } finally {
    stopped.abort()
    await Promise.all(children.map((child) => child.stop()))
    await inventoryDatabase.stop()
    await endRentedServers(settings.dataDir)
    rmSync(gamesimConfig(settings), { force: true })
    removeStandinConfigs(settings.dataDir)
    unlock()
  }
}

/** Several demos that start at once choose the same ports: one that listens too late chooses again. */
async function startUntilPlaced(settings: Settings): Promise<void> {
  for (let left = startsMax; ; left -= 1) {
    try {
      return await startAll(settings)
    } catch (error) {
      if (stopped.signal.aborted) throw error
      await Promise.all(children.splice(0).map((child) => child.stop()))
      await inventoryDatabase.stop()
      if (left === 1 || !(await lostPort())) throw error
      say('Another program took a port meanwhile: choosing others.')
    }
  }
}

async function startAll(given: Settings): Promise<void> {
  const { gamesim, played, control } = await startGamesim(given)
  if (process.env['CLUTCH_DEMO_PAGE'] !== 'off') buildPage(say)
  const settings = await placePortal(given)
  const regulars = await readRegulars(control)
  const standins = await startStandins(startPart(settings), {
    environment: process.env,
    dataDir: settings.dataDir,
    publicUrl: settings.publicUrl,
    people: offeredPeople(regulars),
    firstPort: portOf('CLUTCH_DEMO_STANDIN_PORT', defaultStandinPort),
    taken: new Set([settings.port]),
    inventoryDatabase: () => inventoryDatabase.start(settings.dataDir),
    say,
  })
  const url = await startPortal(settings, standins)
  const call = operatorCalls(url, operatorTokenFile(settings.dataDir))
  const samples = givenIn(join(settings.dataDir, 'demo.samples'))
  const seeded = await seed(call, played, samples)
  await seedCommunity(call, samples, new Date())
  await tellStandins(call, samples, standins)
  await seedShop(call, samples)
  await seedRentals(call, samples)
  await writeReporting(call, seeded, url)
  for (const { port } of seeded) gamesim.tell({ server: port, act: 'console', line: 'exec server.cfg' })
  const link = await firstOperator(call, samples)
  const running = {
    url,
    database: settings.databaseUrl === undefined ? 'embedded, in the data directory' : 'DATABASE_URL',
    played,
    standins: standins.parts,
    operatorToken: operatorTokenFile(settings.dataDir),
    logs: join(settings.dataDir, 'logs'),
    control,
    link,
    speaker: speakingPerson(regulars),
  }
  say(`\n${describe(running)}\n`)
  const { identity, mail, payments, inventory } = standins
  const servers = played.map(({ ip, port }) => ({ ip, port }))
  process.send?.({ ready: true, url, control, identity, mail, payments, inventory, link, servers })
}

/** Plays the sample servers; `control` is the port where they can be crashed, started again and asked for their tally. */
async function startGamesim(
  settings: Settings,
): Promise<{ gamesim: Child; played: PlayedServer[]; control: number }> {
  const firstPort = portOf('CLUTCH_DEMO_GAME_PORT', defaultGamePort)
  const played = await placeServers(sampleServers, firstPort, join(settings.dataDir, 'game-servers'))
  played.forEach(({ port }, index) => {
    if (firstPort > 0 && port !== firstPort + index)
      say(`Port ${firstPort + index} is taken, game server on ${port}.`)
  })
  writeGamesimConfig(gamesimConfig(settings), played)
  const args = ['--config', gamesimConfig(settings), '--control', '0', '--pace', String(pace)]
  const environment = { PATH: process.env['PATH'] }
  const { child, ready } = await start('gamesim', 'gamesim/main.ts', args, environment, settings)
  return { gamesim: child, played, control: Number(ready['control']) }
}

/** The settings with the port the portal really takes: who signs in comes back to its address. */
async function placePortal(settings: Settings): Promise<Settings> {
  const { host, port: preferred } = settings
  const isGiven = Boolean(process.env['CLUTCH_PORT']) && preferred > 0
  const port = isGiven ? preferred : await findPort(host, preferred, tcpIsFree)
  if (preferred > 0 && port !== preferred) say(`Port ${preferred} is taken, the portal takes ${port}.`)
  return readDemoSettings({ ...process.env, CLUTCH_PORT: String(port) })
}

async function startPortal(settings: Settings, { environment }: Standins): Promise<string> {
  const own = {
    CLUTCH_ENV: 'development',
    CLUTCH_PORT: String(settings.port),
    CLUTCH_ALLOW_PRIVATE: '1',
    ...rentalSettings(process.env, pace),
    ...environment,
  }
  const { ready } = await start('portal', 'server/main.ts', [], { ...process.env, ...own }, settings)
  return String(ready['url'])
}

function startPart(settings: Settings) {
  return async (name: string, path: string, args: readonly string[], environment: NodeJS.ProcessEnv) =>
    (await start(name, path, args, environment, settings)).ready
}

/** Starts one part and waits until it is ready; its later end, unless asked for, ends the demo. */
async function start(
  name: string,
  path: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  settings: Settings,
): Promise<{ child: Child; ready: Record<string, unknown> }> {
  const logFile = join(settings.dataDir, 'logs', `${name}.log`)
  const child = startChild({ name, path, args, environment, logFile })
  children.push(child)
  const ready = await child.ready
  void child.ended.then(() => {
    if (!children.includes(child)) return
    if (!stopped.signal.aborted) say(`The ${name} ended, see ${logFile}.`)
    stop(1)
  })
  return { child, ready }
}

function stop(code: number): void {
  stopped.abort()
  stopAsked.resolve(code)
}

function portOf(variable: string, otherwise: number): number {
  return Number(process.env[variable] ?? otherwise)
}

function gamesimConfig(settings: Settings): string {
  return join(settings.dataDir, 'gamesim.json')
}

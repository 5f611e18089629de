/** What `npm start` runs: the portal with everything it talks to, simulated, on this machine only. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@clutch/server/platform/config/config.ts'
import { operatorTokenFile } from '@clutch/server/platform/http/session/operator-token.ts'
import { explainStartError } from '@clutch/server/platform/lifecycle/start-problem.ts'
import { type ChildProgram, startChildProgram } from './child-process.ts'
import { seedCommunity } from './seed/seed-community.ts'
import { formatSummary } from './start-summary.ts'
import { createFirstOperator } from './seed/first-operator.ts'
import { type PlacedServer, placeServers, writeGamesimConfig } from './game-servers/community-servers.ts'
import { DemoAlreadyRunning, acquireLock } from './demo-lock.ts'
import { readDemoConfig } from './demo-config.ts'
import { createOperatorCall } from './seed/operator-calls.ts'
import { buildPage } from './page-build.ts'
import { pickSignInPeople, fetchRegulars, pickChatPerson } from './samples/sample-people.ts'
import { InventoryDatabase } from './emulators/inventory-database.ts'
import { findPort, hasLostPort, isTcpFree } from './free-ports.ts'
import { createDemoInstall, stopRentedServers, rentalEnvironment } from './game-servers/rented-servers.ts'
import { seedRentals } from './seed/seed-rentals.ts'
import { configureEventReporting } from './game-servers/event-reporting.ts'
import { sampleServers } from './samples/sample-servers.ts'
import { openSeedMarks, seedServers } from './seed/seed.ts'
import { seedStore } from './seed/seed-store.ts'
import { seedEmulatorFaq } from './seed/seed-emulator-faq.ts'
import { type Emulators, removeEmulatorConfigs, startEmulators } from './emulators/emulators.ts'

const defaultGamePort = 27_115
const defaultEmulatorPort = 8_090
/** Four times as fast as real: the boards move at every look, while a stay on a server still lasts some minutes. */
const gamePace = 4
const maxStarts = 5
const print = (line: string) => process.stdout.write(`${line}\n`)

const children: ChildProgram[] = []
const inventoryDatabase = new InventoryDatabase(print)
const stopRequested = Promise.withResolvers<number>()
const stopController = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => requestStop(0))
if (process.connected) process.on('disconnect', () => requestStop(0))

try {
  process.exitCode = await run(readDemoConfig(process.env))
} catch (error) {
  const problem = error instanceof DemoAlreadyRunning ? [error.message] : explainStartError(error)
  for (const line of problem ?? [error instanceof Error ? error.message : String(error)])
    process.stderr.write(`${line}\n`)
  process.exitCode = 1
}
process.exit()

/** Starts everything, waits for Ctrl-C or the end of a part, and answers the exit code once nothing is left. */
async function run(config: Config): Promise<number> {
  mkdirSync(join(config.dataDir, 'logs'), { recursive: true, mode: 0o700 })
  const unlock = acquireLock(join(config.dataDir, 'demo.lock'))
  try {
    const code = await Promise.race([stopRequested.promise, startWithRetries(config)])
    return code ?? (await stopRequested.promise)
  } finally {
    stopController.abort()
    await Promise.all(children.map((child) => child.stop()))
    await inventoryDatabase.stop()
    await stopRentedServers(config.dataDir)
    rmSync(gamesimConfigFile(config), { force: true })
    removeEmulatorConfigs(config.dataDir)
    unlock()
  }
}

/** Several demos that start at once choose the same ports: one that listens too late chooses again. */
async function startWithRetries(config: Config): Promise<void> {
  for (let left = maxStarts; ; left -= 1) {
    try {
      return await startAll(config)
    } catch (error) {
      if (stopController.signal.aborted) throw error
      await Promise.all(children.splice(0).map((child) => child.stop()))
      await inventoryDatabase.stop()
      if (left === 1 || !(await hasLostPort())) throw error
      print('Another program took a port meanwhile: choosing others.')
    }
  }
}

async function startAll(given: Config): Promise<void> {
  const { gamesim, played, control } = await startGamesim(given)
  if (process.env['CLUTCH_DEMO_PAGE'] !== 'off') buildPage(print)
  const config = await choosePortalPort(given)
  const regulars = await fetchRegulars(control)
  const emulators = await startEmulators(startPart(config), {
    environment: process.env,
    dataDir: config.dataDir,
    publicUrl: config.publicUrl,
    people: pickSignInPeople(regulars),
    firstPort: readPort('CLUTCH_DEMO_EMULATOR_PORT', defaultEmulatorPort),
    taken: new Set([config.port]),
    inventoryDatabase: () => inventoryDatabase.start(config.dataDir),
    print,
  })
  const url = await startPortal(config, emulators)
  const call = createOperatorCall(url, operatorTokenFile(config.dataDir))
  const samples = openSeedMarks(join(config.dataDir, 'demo.samples'))
  const seeded = await seedServers(call, played, samples)
  await seedCommunity(call, samples, new Date())
  await seedEmulatorFaq(call, samples, emulators)
  await seedStore(call, samples)
  await seedRentals(call, samples)
  await configureEventReporting(call, seeded, url)
  for (const { port } of seeded) gamesim.send({ server: port, act: 'console', line: 'exec server.cfg' })
  const link = await createFirstOperator(call, samples)
  const running = {
    url,
    database: config.databaseUrl === undefined ? 'embedded, in the data directory' : 'DATABASE_URL',
    played,
    emulators: emulators.parts,
    operatorToken: operatorTokenFile(config.dataDir),
    logs: join(config.dataDir, 'logs'),
    control,
    link,
    speaker: pickChatPerson(regulars),
  }
  print(`\n${formatSummary(running)}\n`)
  const { steam, mail, payments, inventory } = emulators
  const servers = played.map(({ ip, port }) => ({ ip, port }))
  process.send?.({ ready: true, url, control, identity: steam, mail, payments, inventory, link, servers })
}

/** Plays the sample servers; `control` is the port where they can be crashed, started again and asked for their tally. */
async function startGamesim(
  config: Config,
): Promise<{ gamesim: ChildProgram; played: PlacedServer[]; control: number }> {
  const firstPort = readPort('CLUTCH_DEMO_GAME_PORT', defaultGamePort)
  const played = await placeServers(sampleServers, firstPort, join(config.dataDir, 'game-servers'))
  played.forEach(({ port }, index) => {
    if (firstPort > 0 && port !== firstPort + index)
      print(`Port ${firstPort + index} is taken, game server on ${port}.`)
  })
  writeGamesimConfig(gamesimConfigFile(config), played)
  const args = ['--config', gamesimConfigFile(config), '--control', '0', '--pace', String(gamePace)]
  const environment = { PATH: process.env['PATH'] }
  const { child, ready } = await startProgram('gamesim', 'gamesim/main.ts', args, environment, config)
  return { gamesim: child, played, control: Number(ready['control']) }
}

/** The settings with the port the portal really takes: who signs in comes back to its address. */
async function choosePortalPort(config: Config): Promise<Config> {
  const { host, port: preferred } = config
  const isGiven = Boolean(process.env['CLUTCH_PORT']) && preferred > 0
  const port = isGiven ? preferred : await findPort(host, preferred, isTcpFree)
  if (preferred > 0 && port !== preferred) print(`Port ${preferred} is taken, the portal takes ${port}.`)
  return readDemoConfig({ ...process.env, CLUTCH_PORT: String(port) })
}

async function startPortal(config: Config, { environment }: Emulators): Promise<string> {
  const install = join(config.dataDir, 'game-install')
  createDemoInstall(install)
  const own = {
    CLUTCH_ENV: 'development',
    CLUTCH_PORT: String(config.port),
    CLUTCH_ALLOW_PRIVATE: '1',
    ...rentalEnvironment(process.env, gamePace, install),
    ...environment,
  }
  const { ready } = await startProgram('portal', 'server/main.ts', [], { ...process.env, ...own }, config)
  return String(ready['url'])
}

function startPart(config: Config) {
  return async (name: string, path: string, args: readonly string[], environment: NodeJS.ProcessEnv) =>
    (await startProgram(name, path, args, environment, config)).ready
}

/** Starts one part and waits until it is ready; its later end, unless asked for, ends the demo. */
async function startProgram(
  name: string,
  path: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  config: Config,
): Promise<{ child: ChildProgram; ready: Record<string, unknown> }> {
  const logFile = join(config.dataDir, 'logs', `${name}.log`)
  const child = startChildProgram({ name, path, args, environment, logFile })
  children.push(child)
  const ready = await child.ready
  void child.ended.then(() => {
    if (!children.includes(child)) return
    if (!stopController.signal.aborted) print(`The ${name} ended, see ${logFile}.`)
    requestStop(1)
  })
  return { child, ready }
}

function requestStop(code: number): void {
  stopController.abort()
  stopRequested.resolve(code)
}

function readPort(variable: string, otherwise: number): number {
  return Number(process.env[variable] ?? otherwise)
}

function gamesimConfigFile(config: Config): string {
  return join(config.dataDir, 'gamesim.json')
}

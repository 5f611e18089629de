import { openControl } from './control.ts'
import { type Gamesim, startGamesim } from './index.ts'
import { type ProgramOptions, readOptions, usage } from './options.ts'
import { carryOutMessage } from './orders.ts'

await run(process.argv.slice(2))

/** Plays until Ctrl-C, until every server was told to quit, or until the parent's channel closes. */
async function run(args: readonly string[]): Promise<void> {
  const options = settle(() => readOptions(args))
  if (options === null) return
  const sim = await startGamesim(options).catch((error: unknown) => fail(messageOf(error)))
  if (!sim) return
  const control = await controlPort(sim, options.control).catch((error: unknown) => fail(messageOf(error)))
  if (control === undefined) return void sim.close()
  endWith(sim)
  if (process.send) return listenToParent(sim, control)
  for (const { host, port, name } of sim.servers) console.log(`${host}:${port}  ${name}`)
  if (control !== null) console.log(`control: http://127.0.0.1:${control}`)
}

/** The port the control calls are really on; null for none. */
async function controlPort(sim: Gamesim, wanted: number | null): Promise<number | null> {
  if (wanted === null) return null
  const address = (await openControl(sim.servers, wanted)).address()
  return typeof address === 'object' ? (address?.port ?? null) : null
}

function listenToParent(sim: Gamesim, control: number | null): void {
  const servers = sim.servers.map(({ port, name }) => ({ port, name }))
  process.send?.({ ready: true, servers, control })
  process.on('message', (message) => {
    carryOutMessage(sim.servers, message).catch((error: unknown) => console.error(messageOf(error)))
  })
}

const comesBackMs = 3_000

function endWith(sim: Gamesim): void {
  const end = () => void sim.close().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  process.once('disconnect', end)
  for (const server of sim.servers) {
    // Of several each is watched over, as a community does it: one that was told to quit comes back.
    server.onQuit = () => {
      if (sim.servers.length === 1) end()
      else setTimeout(() => void server.start().catch(end), comesBackMs)
    }
  }
}

function settle(read: () => ProgramOptions): ProgramOptions | null {
  try {
    return read()
  } catch (error) {
    fail(`${messageOf(error)}\n${usage}`)
    return null
  }
}

function fail(message: string): void {
  console.error(`gamesim: ${message}`)
  process.exitCode = 1
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

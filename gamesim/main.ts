import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { startControlServer } from './control/control-server.ts'
import { type Gamesim, startGamesim } from './index.ts'
import { type ProgramOptions, readProgramOptions, usage } from './program-options.ts'
import { runIpcCommand } from './control/control-commands.ts'

await run(process.argv.slice(2))

/** Plays until Ctrl-C, until every server quits, or until the parent's channel closes. */
async function run(args: readonly string[]): Promise<void> {
  const options = readOptionsOrFail(() => readProgramOptions(args))
  if (options === null) return
  const sim = await startGamesim(options).catch((error: unknown) => fail(errorMessage(error)))
  if (!sim) return
  const control = await openControlPort(sim, options.control).catch((error: unknown) =>
    fail(errorMessage(error)),
  )
  if (control === undefined) return void sim.close()
  const isTvOpen = await openTvPort(options).catch((error: unknown) => fail(errorMessage(error)))
  if (isTvOpen === undefined) return void sim.close()
  shutDownOnExit(sim)
  if (options.hasConsole) runConsole(sim)
  if (process.send) return handleParentMessages(sim, control)
  for (const { host, port, name } of sim.servers) console.log(`${host}:${port}  ${name}`)
  if (control !== null) console.log(`control: http://127.0.0.1:${control}`)
}

/** The port the control calls are really on; null for none. */
async function openControlPort(sim: Gamesim, wanted: number | null): Promise<number | null> {
  if (wanted === null) return null
  const address = (await startControlServer(sim.servers, wanted)).address()
  return typeof address === 'object' ? (address?.port ?? null) : null
}

function handleParentMessages(sim: Gamesim, control: number | null): void {
  const servers = sim.servers.map(({ port, name }) => ({ port, name }))
  process.send?.({ ready: true, servers, control })
  process.on('message', (message) => {
    runIpcCommand(sim.servers, message).catch((error: unknown) => console.error(errorMessage(error)))
  })
}

/** Binds the port of the game's TV, which answers nothing. Rejects with EADDRINUSE when it is taken. */
async function openTvPort({ tvPort, host }: ProgramOptions): Promise<boolean> {
  if (tvPort === null) return false
  const socket = createSocket('udp4')
  const bound = once(socket, 'listening')
  socket.bind({ port: tvPort, address: host ?? '127.0.0.1', exclusive: true })
  await bound
  return true
}

/** Runs the lines of the standard input on the first server, as the game's own console does. */
function runConsole({ servers: [server] }: Gamesim): void {
  createInterface({ input: process.stdin }).on('line', (line) => {
    if (server?.isRunning) process.stdout.write(server.runCommandLine(line))
  })
}

const restartDelayMs = 3_000

function shutDownOnExit(sim: Gamesim): void {
  const end = () => void sim.close().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  process.once('disconnect', end)
  for (const server of sim.servers) {
    // With several servers each is supervised, as in a community: one that quits is restarted.
    server.onQuit = () => {
      if (sim.servers.length === 1) end()
      else setTimeout(() => void server.start().catch(end), restartDelayMs)
    }
  }
}

function readOptionsOrFail(read: () => ProgramOptions): ProgramOptions | null {
  try {
    return read()
  } catch (error) {
    fail(`${errorMessage(error)}\n${usage}`)
    return null
  }
}

function fail(message: string): void {
  console.error(`gamesim: ${message}`)
  process.exitCode = 1
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

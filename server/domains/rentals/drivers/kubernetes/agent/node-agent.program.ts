/**
 * Runs on a node, in the image of the portal: `COMMAND FOLDER WORD…` of `agentCommands`. Prints `{"answer": …}`, or the refusal of a
 * file as `{"refused": …}`; any other fault ends it with 1, a port in use with 98, a missing install with 97.
 */
import type { AgentCommand } from './agent-commands.ts'

const [command = '', ...words] = process.argv.slice(2)
// With a twentieth of a core the modules take many seconds, in which the pod may be deleted already.
if (command === 'wait' || command === 'report') endOnSignal()
const { FileRefused, PortInUse } = await import('../../driver.ts')
const { InstallMissing, agentCommands, noInstallCode, portInUseCode } = await import('./agent-commands.ts')

/** Without a handler Node raises the signal again, which does nothing to the first process of a container: it would be killed after the grace of its pod. */
function endOnSignal(): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit())
}

/** The pod of the agent runs, so that commands can be run in it. */
function wait(): void {
  setInterval(() => undefined, 2 ** 31 - 1)
}

async function run(name: AgentCommand): Promise<void> {
  const work = agentCommands[name] as (...given: string[]) => Promise<unknown>
  try {
    const answer = await work(...words)
    if (answer !== undefined) process.stdout.write(JSON.stringify({ answer }))
  } catch (error) {
    if (error instanceof FileRefused)
      return void process.stdout.write(JSON.stringify({ refused: error.message }))
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = getExitCode(error)
  }
  // stdin never ends.
  process.stdin.destroy()
}

function getExitCode(error: unknown): number {
  if (error instanceof PortInUse) return portInUseCode
  return error instanceof InstallMissing ? noInstallCode : 1
}

if (command === 'wait') wait()
else if (Object.hasOwn(agentCommands, command)) await run(command as AgentCommand)
else throw new Error(`unknown command ${JSON.stringify(command)}`)

/** One emulator as a program. */
export interface EmulatorProgram<Options, Emulator> {
  name: string
  /** Printed after the error about the arguments. */
  usage: string
  readOptions: (args: readonly string[]) => Options
  start: (options: Options) => Promise<Emulator>
  stop: (emulator: Emulator) => Promise<void>
  /** The facts that the process that started it needs. */
  describe: (emulator: Emulator) => Record<string, unknown>
}

/**
 * Runs until Ctrl-C, SIGTERM, or until the channel of the program that started it closes. Reports by that channel when
 * it is ready (`{ ready: true, … }`), else on stdout. Wrong arguments and a start that fails end it with 1.
 */
export async function runEmulator<Options, Emulator>(
  program: EmulatorProgram<Options, Emulator>,
): Promise<void> {
  const { name, usage, readOptions, start, stop, describe } = program
  const fail = (error: unknown, more = '') => {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n${more}`)
    process.exitCode = 1
  }
  let options: Options
  try {
    options = readOptions(process.argv.slice(2))
  } catch (error) {
    return fail(error, `${usage}\n`)
  }
  try {
    const emulator = await start(options)
    const end = () => void stop(emulator).then(() => process.exit(0))
    for (const reason of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(reason, end)
    const description = describe(emulator)
    if (process.send) process.send({ ready: true, ...description })
    else for (const value of Object.values(description)) process.stdout.write(`${toText(value)}\n`)
  } catch (error) {
    fail(error)
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

import { startMail } from './index.ts'
import { readOptions, usage } from './options.ts'
import type { ProgramOptions } from './options.ts'

const options = settle(() => readOptions(process.argv.slice(2)))
if (options) await run(options)

/** Takes mail until SIGINT, SIGTERM, or until the channel of the program that started it closes. */
async function run(ports: ProgramOptions): Promise<void> {
  const mail = await startMail(ports).catch((error: unknown) => fail(messageOf(error)))
  if (!mail) return
  const end = () => void mail.stop().then(() => process.exit(0))
  for (const reason of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(reason, end)
  const { smtp, url } = mail
  if (process.send) process.send({ ready: true, smtp, url })
  else process.stdout.write(`${smtp}\n${url}\n`)
}

function settle(read: () => ProgramOptions): ProgramOptions | undefined {
  try {
    return read()
  } catch (error) {
    fail(`${messageOf(error)}\n${usage}`)
    return undefined
  }
}

function fail(message: string): undefined {
  process.stderr.write(`mail: ${message}\n`)
  process.exitCode = 1
  return undefined
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

import { startIdentity } from './index.ts'
import type { Identity, IdentityOptions } from './index.ts'
import { readOptions, usage } from './options.ts'

await run(process.argv.slice(2))

/** Stands in for Steam until Ctrl-C, a SIGTERM, or until the parent's channel closes. */
async function run(args: readonly string[]): Promise<void> {
  const options = settle(() => readOptions(args))
  if (options === null) return
  const identity = await startIdentity(options).catch((error: unknown) => fail(messageOf(error)))
  if (!identity) return
  endWith(identity)
  if (process.send) process.send({ ready: true, url: identity.url })
  else console.log(`a stand-in for Steam: ${identity.url}`)
}

function endWith(identity: Identity): void {
  const end = () => void identity.close().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  process.once('disconnect', end)
}

function settle(read: () => IdentityOptions): IdentityOptions | null {
  try {
    return read()
  } catch (error) {
    fail(`${messageOf(error)}\n${usage}`)
    return null
  }
}

function fail(message: string): void {
  console.error(`identity: ${message}`)
  process.exitCode = 1
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

import { startPayments } from './index.ts'
import type { PaymentsOptions, PaymentsStandin } from './index.ts'
import { readOptions, usage } from './options.ts'

await run(process.argv.slice(2))

/** Stands in for the payment providers until Ctrl-C, a SIGTERM, or until the parent's channel closes. */
async function run(args: readonly string[]): Promise<void> {
  const options = settle(() => readOptions(args))
  if (options === null) return
  const payments = await startPayments(options).catch((error: unknown) => fail(messageOf(error)))
  if (!payments) return
  endWith(payments)
  const { url } = payments
  const environment = payments.environment()
  if (process.send) process.send({ ready: true, url, environment })
  else console.log(`${url}\n${JSON.stringify(environment)}`)
}

function endWith(payments: PaymentsStandin): void {
  const end = () => void payments.stop().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  process.once('disconnect', end)
}

function settle(read: () => PaymentsOptions): PaymentsOptions | null {
  try {
    return read()
  } catch (error) {
    fail(`${messageOf(error)}\n${usage}`)
    return null
  }
}

function fail(message: string): void {
  console.error(`payments: ${message}`)
  process.exitCode = 1
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

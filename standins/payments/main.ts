import { runStandin } from '../program.ts'
import { startPayments } from './index.ts'
import { readOptions, usage } from './options.ts'

await runStandin({
  name: 'payments',
  usage,
  readOptions,
  start: startPayments,
  stop: (payments) => payments.stop(),
  tell: (payments) => ({ url: payments.url, environment: payments.environment() }),
})

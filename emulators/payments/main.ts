import { runEmulator } from '../emulator-program.ts'
import { startPaymentsEmulator } from './index.ts'
import { readPaymentsOptions, usage } from './options.ts'

await runEmulator({
  name: 'payments',
  usage,
  readOptions: readPaymentsOptions,
  start: startPaymentsEmulator,
  stop: (payments) => payments.stop(),
  describe: (payments) => ({ url: payments.url, environment: payments.environment() }),
})

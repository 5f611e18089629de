import { runEmulator } from '../emulator-program.ts'
import { startMailEmulator } from './index.ts'
import { readMailOptions, usage } from './options.ts'

await runEmulator({
  name: 'mail',
  usage,
  readOptions: readMailOptions,
  start: startMailEmulator,
  stop: (mail) => mail.stop(),
  describe: ({ smtpUrl, url }) => ({ smtp: smtpUrl, url }),
})

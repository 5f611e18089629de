import { runEmulator } from '../emulator-program.ts'
import { startOAuthEmulator } from './index.ts'
import { readOAuthOptions, usage } from './options.ts'

await runEmulator({
  name: 'oauth',
  usage,
  readOptions: readOAuthOptions,
  start: startOAuthEmulator,
  stop: (oauth) => oauth.close(),
  describe: ({ url }) => ({ url }),
})

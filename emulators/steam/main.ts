import { runEmulator } from '../emulator-program.ts'
import { startSteamEmulator } from './index.ts'
import { readSteamOptions, usage } from './options.ts'

await runEmulator({
  name: 'identity',
  usage,
  readOptions: readSteamOptions,
  start: startSteamEmulator,
  stop: (identity) => identity.close(),
  describe: ({ url }) => ({ url }),
})

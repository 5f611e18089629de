import { runEmulator } from '../emulator-program.ts'
import { startS3Emulator } from './index.ts'
import { readS3Options, usage } from './options.ts'

await runEmulator({
  name: 's3',
  usage,
  readOptions: readS3Options,
  start: startS3Emulator,
  stop: (emulator) => emulator.stop(),
  describe: ({ url }) => ({ url }),
})

import { runEmulator } from '../emulator-program.ts'
import { startInventoryEmulator } from './index.ts'
import { readInventoryOptions, usage } from './options.ts'

await runEmulator({
  name: 'inventory',
  usage,
  readOptions: readInventoryOptions,
  start: startInventoryEmulator,
  stop: (inventory) => inventory.stop(),
  describe: ({ url }) => ({ url }),
})

import { runStandin } from '../program.ts'
import { startInventory } from './index.ts'
import { readOptions, usage } from './options.ts'

await runStandin({
  name: 'inventory',
  usage,
  readOptions,
  start: startInventory,
  stop: (inventory) => inventory.stop(),
  tell: ({ url }) => ({ url }),
})

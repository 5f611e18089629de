import { runStandin } from '../program.ts'
import { startIdentity } from './index.ts'
import { readOptions, usage } from './options.ts'

await runStandin({
  name: 'identity',
  usage,
  readOptions,
  start: startIdentity,
  stop: (identity) => identity.close(),
  tell: ({ url }) => ({ url }),
})

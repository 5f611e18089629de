import { runStandin } from '../program.ts'
import { startMail } from './index.ts'
import { readOptions, usage } from './options.ts'

await runStandin({
  name: 'mail',
  usage,
  readOptions,
  start: startMail,
  stop: (mail) => mail.stop(),
  tell: ({ smtp, url }) => ({ smtp, url }),
})

import { parseArgs } from 'node:util'
import { runEmulator } from '../emulator-program.ts'
import { startChannelsEmulator } from './index.ts'

await runEmulator({
  name: 'channels',
  usage: 'node emulators/channels/main.ts [--port 0]',
  readOptions: (args) => {
    const { values } = parseArgs({ args: [...args], options: { port: { type: 'string', default: '0' } } })
    if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535)
      throw new Error('--port must be a port from 0 to 65535')
    return Number(values.port)
  },
  start: startChannelsEmulator,
  stop: (channels) => channels.stop(),
  describe: ({ urls, keys }) => ({ urls, keys }),
})

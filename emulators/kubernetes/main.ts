import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runEmulator } from '../emulator-program.ts'
import { type KubernetesEmulatorOptions, startKubernetesEmulator } from './index.ts'

const usage = `node emulators/kubernetes/main.ts --config FILE.json
    FILE.json: { "port": 8091, "nodes": [{ "nodeName": "n1", "root": "/tmp/n1", "images": { "cs2:1": { "/in/it": "/on/disk" } } }] }
    "agones": true installs Agones; "join": { "url": "https://…", "token": "…", "ca": "PEM" } makes the nodes those of a real cluster`

/** Reads the command line and the file it names. */
function readOptions(args: readonly string[]): KubernetesEmulatorOptions {
  const { values } = parseArgs({ args: [...args], options: { config: { type: 'string' } } })
  if (values.config === undefined) throw new Error('--config is missing')
  const json: unknown = JSON.parse(readFileSync(values.config, 'utf8'))
  if (typeof json !== 'object' || json === null || !('nodes' in json) || !Array.isArray(json.nodes))
    throw new Error('nodes must be a list')
  return { port: 0, ...(json as Omit<KubernetesEmulatorOptions, 'port'>) }
}

await runEmulator({
  name: 'kubernetes',
  usage,
  readOptions,
  start: startKubernetesEmulator,
  stop: (emulator) => emulator.close(),
  describe: ({ url }) => ({ url }),
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildGameServer } from '@clutch/server/domains/rentals/drivers/kubernetes/agones/game-server.ts'
import { expect, test } from 'vitest'
import { createCustomValidator } from './testing/custom-kinds.ts'
import { peerFolder } from './testing/peers.ts'

/** The published installation of Agones, which tools/peers/build-agones.sh copies. */
const installation = join(peerFolder, 'agones/install.yaml')

const isGameServer = (text: string) => /^ {2}name: gameservers\.agones\.dev$/m.test(text)

type Target = Parameters<typeof buildGameServer>[0]
type InstanceRecord = Parameters<typeof buildGameServer>[1]

test.skipIf(!existsSync(installation))(
  'every field of a GameServer is in the published schema of Agones, and of the kind that it asks for',
  () => {
    const target = {
      owner: 'portal-1',
      agentImage: 'portal:1',
      dataDir: '/var/lib/clutch/instances',
      user: { uid: 4711, gid: 4711 },
      words: ['eu'],
      install: '/srv/cs2/current',
      now: () => 0,
      cluster: {
        nodes: { 'clutch.pool': 'games' },
        isHostNetwork: false,
        imagePullSecrets: ['registry'],
        priorityClassName: 'games',
        nodesWithoutInstall: new Map([['node-2', 1]]),
        host: { ports: { first: 27_200, last: 27_299 } },
      },
      game: {
        image: 'game:1',
        command: ['start', '{port}', '{tv}'],
        mounts: ['/srv/cs2:/srv/cs2:ro'],
        memoryMb: 3_072,
        cpus: 2,
      },
      instance: { rentalId: 'rental-1', number: 'sv-7f3k2q', generation: 1, hostName: 'cluster' },
    } as unknown as Target
    const record = { content: { port: 27_200 }, uid: 'uid-1' } as unknown as InstanceRecord
    const health = { initialDelaySeconds: 300, periodSeconds: 20, failureThreshold: 15 }
    const { spec } = JSON.parse(JSON.stringify(buildGameServer(target, record, { node: 'node-1', health })))
    const validate = createCustomValidator(
      readFileSync(installation, 'utf8').split(/^---$/m).filter(isGameServer),
    )
    const listProblems = (of: unknown) =>
      validate({ apiVersion: 'agones.dev/v1', kind: 'GameServer', spec: of })
    expect(listProblems(spec)).toEqual([])
    expect(listProblems({ ...spec, ports: [{ portPolicy: 'Fixed' }], more: 1 })).toHaveLength(2)
  },
)

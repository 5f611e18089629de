import { join } from 'node:path'
import { agentPart, partLabel } from '../objects/instance-labels.ts'
import { agentCommand, agentDataFolder } from '../objects/pod-spec.ts'

const repository = join(import.meta.dirname, '../../../../../..')
export const gameImage = 'game:1'
export const agentImage = 'portal:1'
export const dataDir = '/var/lib/clutch/instances'

/** A node of the emulator that has the images of games and of the portal; `root` is the root folder of its disk. */
export function buildTestNode(nodeName: string, root: string) {
  const images = { [gameImage]: {}, [agentImage]: { '/clutch': repository } }
  return { nodeName, root, images, labels: { 'clutch.pool': 'games' } }
}

/** The pod that `deploy/kubernetes/node-agent.yaml` puts on each node. */
export function buildAgentPod(node: string) {
  return {
    metadata: { name: `agent-${node}`, labels: { [partLabel]: agentPart } },
    spec: {
      nodeName: node,
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 1,
      containers: [
        {
          name: 'agent',
          image: agentImage,
          command: [...agentCommand, 'wait'],
          volumeMounts: [
            { name: 'instances', mountPath: agentDataFolder },
            { name: 'installs', mountPath: '/srv/cs2', readOnly: true },
          ],
        },
      ],
      volumes: [
        { name: 'instances', hostPath: { path: dataDir, type: 'DirectoryOrCreate' } },
        { name: 'installs', hostPath: { path: '/srv/cs2', type: 'DirectoryOrCreate' } },
      ],
    },
  }
}

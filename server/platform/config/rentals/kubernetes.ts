import { z } from 'zod'
import { kubernetesClusters } from './kubernetes-clusters.ts'
import { mounts } from './rental-hosts.ts'
import { type SettingDefinition, type SettingValues, integer } from '../setting.ts'

const image = z.string().regex(/^[\w./:@-]{1,300}$/, 'must be an image')

/** Of the Kubernetes driver. */
export const kubernetesSettings = {
  kubernetesClusters: {
    variable: 'CLUTCH_KUBERNETES_CLUSTERS',
    doc: 'The Kubernetes clusters, as a JSON list: `{"name":"shanghai","regions":["ap-shanghai"],"kubeconfig":"/etc/clutch/shanghai.kubeconfig","namespace":"clutch-games","nodes":{"clutch.pool":"games"},"ports":"27200-28199"}`. Without `kubeconfig` (and its `context`) the portal’s own service account is used. `nodes` are the labels of the nodes that games run on. `ask` is `internal` or `public`: the addresses of nodes that the portal queries. `hostNetwork` is for clusters whose network has no host ports. With `agones` games run as GameServers of Agones. `imagePullSecrets` (a list of names) and `priorityClassName` are those of the pods of games; `reserve` (`{"memoryMb":2048,"cpus":1}`) is what pods of others take from each node. `most`, `capacity`, `classes`, `image`, `command` and `mounts` are as in `CLUTCH_DOCKER_HOSTS`. A port is used once in the whole cluster.',
    schema: kubernetesClusters.optional(),
  },
  kubernetesImage: {
    variable: 'CLUTCH_KUBERNETES_IMAGE',
    doc: 'The image of a game server’s pod, best with its digest.',
    schema: image.optional(),
  },
  kubernetesAgentImage: {
    variable: 'CLUTCH_KUBERNETES_AGENT_IMAGE',
    doc: 'The image of the portal, best with its digest: it writes and reads the files of games on the nodes.',
    schema: image.optional(),
  },
  kubernetesMounts: {
    variable: 'CLUTCH_KUBERNETES_MOUNTS',
    doc: 'Folders of the node that each game pod sees, as a JSON list like `["/srv/cs2:/srv/cs2:ro"]`.',
    schema: mounts,
    default: '[]',
  },
  kubernetesDataDir: {
    variable: 'CLUTCH_KUBERNETES_DATA_DIR',
    doc: 'The folder of a node that holds the files of its games; the agent of `deploy/kubernetes/node-agent.yaml` must mount the same one.',
    schema: z.string().regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path'),
    default: '/var/lib/clutch/instances',
  },
  kubernetesUser: {
    variable: 'CLUTCH_KUBERNETES_USER',
    doc: 'The user and group number that games run as and that own their files.',
    schema: z
      .string()
      .regex(/^\d{1,10}:\d{1,10}$/, 'must be two numbers like 4711:4711')
      .transform((text) => {
        const [uid = 0, gid = 0] = text.split(':').map(Number)
        return { uid, gid }
      }),
    default: '4711:4711',
  },
  kubernetesMemoryMb: {
    variable: 'CLUTCH_KUBERNETES_MEMORY_MB',
    doc: 'The memory that a game pod requests and may not exceed, in MB; 0 sets neither. It is counted at placement.',
    schema: integer(0, 1_048_576),
    default: '0',
  },
  kubernetesCpus: {
    variable: 'CLUTCH_KUBERNETES_CPUS',
    doc: 'The processor cores that a game pod requests and may not exceed, such as `2` or `1.5`; 0 sets neither.',
    schema: z
      .string()
      .regex(/^\d{1,3}(\.\d{1,2})?$/, 'must be a number of cores like 2 or 1.5')
      .transform(Number),
    default: '0',
  },
} satisfies Record<string, SettingDefinition>

type Values = Partial<SettingValues<typeof kubernetesSettings>> & {
  gameCommand?: readonly string[] | undefined
}

/** Returns which settings the Kubernetes driver lacks. */
export function kubernetesProblems(values: Values): string[] {
  const required = {
    CLUTCH_KUBERNETES_CLUSTERS: values.kubernetesClusters,
    CLUTCH_KUBERNETES_IMAGE: values.kubernetesImage,
    CLUTCH_KUBERNETES_AGENT_IMAGE: values.kubernetesAgentImage,
    CLUTCH_GAME_COMMAND: values.gameCommand,
  }
  return Object.entries(required).flatMap(([variable, value]) =>
    value === undefined ? [`${variable}: is missing, since CLUTCH_RENTAL_DRIVER is kubernetes`] : [],
  )
}

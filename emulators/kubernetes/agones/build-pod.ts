import type { ApiObject } from '../api/object-store.ts'
import type { Container } from '../kubelet/pod-types.ts'
import { type GameServerSpec, getSpec, sdkContainer } from './game-server-types.ts'

/** The pod that the controller of Agones makes of a GameServer; `sdkImage` is that of its SDK. */
export function buildPod(gameServer: ApiObject, sdkImage: string): ApiObject {
  const { name, namespace, uid } = gameServer.metadata
  const spec = getSpec(gameServer)
  const { metadata = {}, spec: template } = spec.template
  const { container: main = '', sdkServer = {} } = spec
  const environment = [
    { name: 'AGONES_SDK_GRPC_PORT', value: String(sdkServer.grpcPort) },
    { name: 'AGONES_SDK_HTTP_PORT', value: String(sdkServer.httpPort) },
  ]
  const complete = (container: Container): Container => ({
    ...container,
    env: [...(container.env ?? []), ...environment],
    ...(container.name === main && {
      ports: getContainerPorts(spec),
      volumeMounts: [...(container.volumeMounts ?? []), tokenMask],
      livenessProbe: getLivenessProbe(spec),
    }),
  })
  return {
    metadata: {
      ...metadata,
      name,
      ...(namespace !== undefined && { namespace }),
      labels: {
        ...metadata.labels,
        'agones.dev/role': 'gameserver',
        'agones.dev/gameserver': name,
        'agones.dev/safe-to-evict': String(spec.eviction?.safe === 'Always'),
      },
      annotations: { ...metadata.annotations, 'agones.dev/container': main },
      ownerReferences: [
        {
          apiVersion: 'agones.dev/v1',
          kind: 'GameServer',
          name,
          uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    } as unknown as ApiObject['metadata'],
    spec: {
      hostname: name,
      restartPolicy: 'Never',
      serviceAccountName: 'agones-sdk',
      ...template,
      initContainers: [
        buildSdkContainer(gameServer, sdkImage),
        ...(template.initContainers ?? []).map((container) => complete(container)),
      ],
      containers: template.containers.map((container) => complete(container)),
      volumes: [...(template.volumes ?? []), { name: tokenMask.name, emptyDir: {} }],
    },
  }
}

const tokenMask = {
  name: 'empty',
  mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
  readOnly: true,
}

function getContainerPorts({ ports = [] }: GameServerSpec) {
  return ports.flatMap(({ containerPort = 0, hostPort, protocol = 'UDP' }) => {
    const protocols = protocol === 'TCPUDP' ? ['TCP', 'UDP'] : [protocol]
    return protocols.map((one) => ({ containerPort, ...(hostPort && { hostPort }), protocol: one }))
  })
}

function getLivenessProbe({ health = {} }: GameServerSpec): Container['livenessProbe'] {
  const { disabled, initialDelaySeconds = 5, periodSeconds = 5, failureThreshold = 3 } = health
  if (disabled) return undefined
  return {
    httpGet: { path: '/gshealthz', port: 8080 },
    initialDelaySeconds,
    periodSeconds,
    failureThreshold,
  }
}

function buildSdkContainer({ metadata, spec }: ApiObject, image: string): Container {
  const { sdkServer = {} } = spec as unknown as GameServerSpec
  return {
    name: sdkContainer,
    image,
    restartPolicy: 'Always',
    args: [`--grpc-port=${sdkServer.grpcPort}`, `--http-port=${sdkServer.httpPort}`],
    env: [
      { name: 'GAMESERVER_NAME', value: metadata.name },
      { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
    ],
  }
}

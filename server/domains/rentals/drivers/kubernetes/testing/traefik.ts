import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type KubernetesObject, loadAllYaml } from '@kubernetes/client-node'
import { peerFolder } from '@clutch/tools/testing/peers.ts'
import { freePort } from '../../../../../testing/free-port.ts'
import type { NodeCluster } from './node-cluster.ts'

const folder = join(peerFolder, 'traefik')
const program = join(folder, 'traefik')
/** The published definitions of the Gateway API. */
const definitions = join(folder, 'gateway-api')
const gatewayApi = 'gateway.networking.k8s.io/v1'

/** Whether Traefik was built by tools/peers/build-traefik.sh. */
export function canStartTraefik(): boolean {
  return existsSync(program) && existsSync(definitions)
}

/** What a chart's values name, and where Traefik serves it: `address:port` on this machine. */
export interface RunningTraefik {
  ingressClass: string
  ingress: string
  gatewayName: string
  gateway: string
}

/** Starts Traefik beside the nodes, as the controller of an IngressClass and of a Gateway in this namespace. It ends with the cluster. */
export async function startTraefik(cluster: NodeCluster, namespace: string): Promise<RunningTraefik> {
  const [ingressPort, gatewayPort] = [await freePort(), await freePort()]
  const [ingress, gateway] = [ingressPort, gatewayPort].map((port) => `${cluster.gateway}:${port}`)
  await cluster.create(readDefinitions())
  await cluster.create([
    buildObject(
      'networking.k8s.io/v1',
      'IngressClass',
      { name: 'traefik' },
      { controller: 'traefik.io/ingress-controller' },
    ),
    buildObject(
      gatewayApi,
      'GatewayClass',
      { name: 'traefik' },
      { controllerName: 'traefik.io/gateway-controller' },
    ),
    buildObject(
      gatewayApi,
      'Gateway',
      { name: 'edge', namespace },
      {
        gatewayClassName: 'traefik',
        listeners: [{ name: 'http', protocol: 'HTTP', port: gatewayPort }],
      },
    ),
  ])
  const flags = {
    'entrypoints.ingress.address': ingress ?? '',
    // An Ingress is served by the entry points that are a default, if there is one.
    'entrypoints.ingress.asdefault': 'true',
    'entrypoints.gateway.address': gateway ?? '',
    'providers.kubernetesingress': 'true',
    'providers.kubernetesgateway': 'true',
    'global.checknewversion': 'false',
    'global.sendanonymoususage': 'false',
  }
  cluster.run(program, flags, { KUBECONFIG: join(cluster.folder, 'kubeconfig') })
  return { ingressClass: 'traefik', ingress: ingress ?? '', gatewayName: 'edge', gateway: gateway ?? '' }
}

function readDefinitions(): KubernetesObject[] {
  return readdirSync(definitions)
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => loadAllYaml(readFileSync(join(definitions, name), 'utf8')) as KubernetesObject[])
    .filter(({ kind }) => kind === 'CustomResourceDefinition')
}

function buildObject(apiVersion: string, kind: string, metadata: object, spec: object): KubernetesObject {
  return { apiVersion, kind, metadata, spec } as KubernetesObject
}

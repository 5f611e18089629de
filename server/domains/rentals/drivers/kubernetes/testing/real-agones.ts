import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type KubernetesObject, loadYaml } from '@kubernetes/client-node'
import { issueCertificate } from '@clutch/emulators/payments/paypal/certificates.ts'
import { peerFolder } from '@clutch/tools/testing/peers.ts'
import { vi } from 'vitest'
import { freePort } from '../../../../../testing/free-port.ts'
import { type RunningCluster, canStartRealCluster, readManifest, startRealCluster } from './real-cluster.ts'

const folder = join(peerFolder, 'agones')
const programs = ['controller', 'extensions', 'sdk-server'].map((name) => join(folder, 'bin', name))
const [controller = '', extensions = ''] = programs
/** What runs beside each game. */
export const sdkServer = join(folder, 'bin/sdk-server')
export const controllerAccount = 'agones-system:agones-controller'
const sdkAccount = 'clutch-games:agones-sdk'
const anyCloud = { CLOUD_PRODUCT: 'generic' }
const sdkImage = 'agones-sdk:real'
/** The objects of the published installation that do not need a kubelet. */
const installedKinds = new Set(['CustomResourceDefinition', 'ClusterRole', 'ClusterRoleBinding'])
const webhookKinds = new Set(['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'])

/** Whether Kubernetes and Agones were built by the scripts in tools/peers, and this process may change the root of another (`chroot`). */
export function canStartRealAgones(): boolean {
  return process.getuid?.() === 0 && programs.every((program) => existsSync(program)) && canStartRealCluster()
}

export interface SdkProgram {
  image: string
  command: string[]
  environment: Record<string, string>
}

/** Starts a real cluster with the controllers and webhooks of Agones, which have the rights of its installation and no others. */
export async function startRealAgones(): Promise<RunningCluster & { sdk: SdkProgram }> {
  const cluster = await startRealCluster([controllerAccount, sdkAccount])
  try {
    await installAgones(cluster, sdkImage)
    return { ...cluster, sdk: await describeSdk(cluster) }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** Starts the controllers and webhooks of Agones for a cluster with `controllerAccount`; `image` is that of its SDK. */
export async function installAgones(cluster: RunningCluster, image: string): Promise<void> {
  const objects = readInstallation()
  await cluster.create(objects.filter(({ kind = '' }) => installedKinds.has(kind)))
  await cluster.create([...readManifest('agones.yaml'), ...buildSdkAccount()])
  const kubeconfig = await cluster.writeAccountConfig(controllerAccount)
  const authority = await issueCertificate({ name: 'agones', isAuthority: true })
  const webhookUrl = await startExtensions(cluster, kubeconfig, authority)
  const environment = { KUBECONFIG: kubeconfig, ...anyCloud, MIN_PORT: '7000', MAX_PORT: '8000' }
  cluster.run(controller, {}, { ...environment, SIDECAR_IMAGE: image })
  const hooks = objects.filter(({ kind = '' }) => webhookKinds.has(kind))
  await cluster.create(hooks.map((hook) => pointTo(hook, webhookUrl, authority.certificate)))
}

/**
 * Starts the webhooks and returns their address once they answer. Their program reads its certificate from `/certs` and nowhere else, so it runs
 * in a folder of its own, where it also finds what it asks about itself.
 */
async function startExtensions(
  cluster: RunningCluster,
  kubeconfig: string,
  authority: Awaited<ReturnType<typeof issueCertificate>>,
): Promise<string> {
  const [webhookPort, healthPort] = [await freePort(), await freePort()]
  const { certificate, key } = await issueCertificate({ name: 'localhost', hosts: ['localhost'] }, authority)
  const root = join(cluster.folder, 'extensions')
  await mkdir(join(root, 'certs'), { recursive: true })
  await writeFile(join(root, 'certs/server.crt'), certificate)
  await writeFile(join(root, 'certs/server.key'), key.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
  })
  await copyFile(kubeconfig, join(root, 'kubeconfig'))
  await copyFile(extensions, join(root, 'program'))
  await mkdir(join(root, 'proc/self'), { recursive: true })
  await symlink('/program', join(root, 'proc/self/exe'))
  const ports = { WEBHOOK_PORT: String(webhookPort), HTTP_PORT: String(healthPort) }
  cluster.run('/program', {}, { KUBECONFIG: '/kubeconfig', ...anyCloud, ...ports }, root)
  await vi.waitFor(
    async () => {
      const { status } = await fetch(`http://127.0.0.1:${healthPort}/live`)
      if (status !== 200) throw new Error(`the webhooks answer ${status}`)
    },
    { timeout: 60_000, interval: 500 },
  )
  return `https://localhost:${webhookPort}`
}

/** Some documents of the file are comments alone, which the client cannot read. */
function readInstallation(): KubernetesObject[] {
  const documents = readFileSync(join(folder, 'install.yaml'), 'utf8').split(/^---$/m)
  return documents.filter((text) => /^kind:/m.test(text)).map((text) => loadYaml(text))
}

/** The webhooks are called at this machine, since no service of the cluster leads to them. */
function pointTo(hook: KubernetesObject, url: string, certificate: string): KubernetesObject {
  const { webhooks = [], ...rest } = hook as KubernetesObject & {
    webhooks?: { clientConfig: { service: { path: string } } }[]
  }
  const caBundle = Buffer.from(certificate).toString('base64')
  return {
    ...rest,
    webhooks: webhooks.map((one) => ({
      ...one,
      clientConfig: { url: `${url}${one.clientConfig.service.path}`, caBundle },
    })),
  } as KubernetesObject
}

/** What Agones makes in each of its `gameservers.namespaces`. */
function buildSdkAccount(): KubernetesObject[] {
  const [namespace = '', name = ''] = sdkAccount.split(':')
  const subject = { kind: 'ServiceAccount', name, namespace }
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'agones-sdk-access', namespace },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'agones-sdk' },
      subjects: [subject],
    } as KubernetesObject,
  ]
}

async function describeSdk(cluster: RunningCluster): Promise<SdkProgram> {
  const environment = { KUBECONFIG: await cluster.writeAccountConfig(sdkAccount) }
  return { image: sdkImage, command: [sdkServer], environment }
}

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiObject } from '../api/object-store.ts'
import type { ApiClient } from './api-client.ts'
import type { Container, KubeletOptions, PodSpec, Volume } from './pod-types.ts'

/** Where the volumes of a pod are on this machine. Throws for a folder that has to exist and does not. */
export async function mountVolumes(
  api: ApiClient,
  { root }: KubeletOptions,
  pod: ApiObject,
): Promise<Map<string, string>> {
  const { volumes = [] } = pod.spec as unknown as PodSpec
  const paths = new Map<string, string>()
  for (const volume of volumes) paths.set(volume.name, await mountVolume(api, root, pod, volume))
  return paths
}

async function mountVolume(api: ApiClient, root: string, pod: ApiObject, volume: Volume): Promise<string> {
  const { namespace, uid } = pod.metadata
  if (volume.hostPath) {
    const path = join(root, volume.hostPath.path)
    if (volume.hostPath.type === 'Directory' && !existsSync(path))
      throw new Error(`hostPath type check failed: ${path}`)
    if (volume.hostPath.type === 'DirectoryOrCreate') mkdirSync(path, { recursive: true })
    return path
  }
  const path = join(getPodFolder(root, uid), volume.name)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (volume.secret) {
    const { secretName } = volume.secret
    const secret = (await api.call(
      'GET',
      `/api/v1/namespaces/${namespace}/secrets/${secretName}`,
    )) as ApiObject | null
    if (!secret) throw new Error(`secret "${secretName}" not found`)
    for (const [key, value] of Object.entries(secret.data ?? {}))
      writeFileSync(join(path, key), Buffer.from(value, 'base64'), { mode: 0o600 })
  }
  return path
}

export function removeVolumes(root: string, uid: string): void {
  rmSync(getPodFolder(root, uid), { recursive: true, force: true })
}

function getPodFolder(root: string, uid: string): string {
  return join(root, 'pods', uid)
}

/**
 * Replaces the paths of a container in words by those of this machine: no part of the file system is mounted, so a container here sees
 * the whole machine.
 */
export function translateWords(
  words: readonly string[],
  { image, volumeMounts = [] }: Container,
  volumes: ReadonlyMap<string, string>,
  { images }: Pick<KubeletOptions, 'images'>,
): string[] {
  // The machine's own /tmp serves as well; the programs themselves may be below it.
  const mounted = volumeMounts
    .filter(({ mountPath }) => mountPath !== '/tmp')
    .map(({ name, mountPath }) => [mountPath, volumes.get(name) ?? ''] as const)
  const inside = [...mounted, ...Object.entries(images[image] ?? {})].toSorted(
    ([one], [other]) => other.length - one.length,
  )
  return words.map((word) => {
    if (word === 'node') return process.execPath
    const found = inside.find(([path]) => new RegExp(`(^|[=,])${path}(?=/|$)`).test(word))
    return found ? word.replace(new RegExp(`(^|[=,])${found[0]}(?=/|$)`), `$1${found[1]}`) : word
  })
}

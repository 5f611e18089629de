import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { KubeConfig } from '@kubernetes/client-node'
import type { ConfigSource } from './cluster-client.ts'

interface KubeConfigLocation {
  /** Undefined: the service account of this pod. */
  kubeconfig?: string | undefined
  context?: string | undefined
}

/** Returns the source of a configured cluster: its kubeconfig, which is read again when the file changes. */
export function openConfigSource({ kubeconfig, context }: KubeConfigLocation): ConfigSource {
  return {
    load: () => {
      const loaded = new KubeConfig()
      if (kubeconfig === undefined) loaded.loadFromCluster()
      else loaded.loadFromFile(kubeconfig)
      if (context !== undefined) loaded.setCurrentContext(context)
      return loaded
    },
    readRevision: () => {
      const found = kubeconfig === undefined ? undefined : statSync(kubeconfig, { throwIfNoEntry: false })
      return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : ''
    },
  }
}

/** Why a cluster cannot be called as it is configured; null where nothing is seen to be missing. Calls no cluster. */
export function findConfigProblem({ load }: ConfigSource): string | null {
  try {
    const config = load()
    if (!config.getCurrentCluster()) return 'the context of the kubeconfig names no cluster'
    const exec = config.getCurrentUser()?.exec as { command?: string } | undefined
    const command = exec?.command ?? ''
    return command === '' || isProgram(command)
      ? null
      : `the program ${command}, which the kubeconfig takes its credentials from, is not installed`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function isProgram(command: string): boolean {
  const path = process.env['PATH'] ?? ''
  const paths = command.includes('/')
    ? [command]
    : path.split(delimiter).map((folder) => join(folder, command))
  return paths.some((one) => {
    try {
      accessSync(one, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

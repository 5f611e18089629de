import { CoreV1Api, CustomObjectsApi } from '@kubernetes/client-node'
import type { AppContext } from '../../../../platform/context.ts'
import type { FleetDriver } from '../../drivers/driver.ts'
import { openKubernetesDriver } from '../../drivers/kubernetes/open-kubernetes-driver.ts'

/** The calls that change something in a cluster. */
const coreWrites = [
  'createNamespacedConfigMap',
  'replaceNamespacedConfigMap',
  'deleteNamespacedConfigMap',
  'createNamespacedSecret',
  'replaceNamespacedSecret',
  'deleteNamespacedSecret',
  'createNamespacedPod',
  'deleteNamespacedPod',
] as const
const customWrites = ['createNamespacedCustomObject', 'deleteNamespacedCustomObject'] as const

type Call = (this: unknown, ...given: unknown[]) => Promise<unknown>

/** Opens the driver; each call that changes something is a step before and after it. */
export function openKubernetesDriverWithCheckpoints(
  context: AppContext,
  owner: string,
  at: (step: string) => void,
): Promise<FleetDriver> {
  addCheckpoints(CoreV1Api.prototype, coreWrites, at)
  addCheckpoints(CustomObjectsApi.prototype, customWrites, at)
  return openKubernetesDriver(context, owner)
}

function addCheckpoints(api: object, names: readonly string[], at: (step: string) => void): void {
  const calls = api as Record<string, Call>
  for (const name of names) {
    const call = calls[name]
    if (!call) throw new Error(`the client has no ${name}`)
    calls[name] = async function (...given) {
      at(`cluster: ${name}-begins`)
      const answer = await call.apply(this, given)
      at(`cluster: ${name}-done`)
      return answer
    }
  }
}

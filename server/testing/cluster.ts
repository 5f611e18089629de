import { startThrowaway } from '../database/embedded/throwaway.ts'
import type { ThrowawayCluster } from '../database/embedded/throwaway.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where this run's PostgreSQL is. */
    cluster: ThrowawayCluster['address']
  }
}

interface Project {
  provide: (key: 'cluster', value: ThrowawayCluster['address']) => void
}

/** Vitest's global setup: one cluster a run, handed to the tests as `inject('cluster')`. */
export async function setup(project: Project): Promise<() => Promise<void>> {
  const cluster = await startThrowaway()
  project.provide('cluster', cluster.address)
  return cluster.stop
}

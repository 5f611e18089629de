import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where `testCluster` asks for this run's PostgreSQL. */
    clusterUrl: string
  }
}

/** A PostgreSQL listens on the socket in the folder `host`. */
export interface ClusterAddress {
  host: string
  port: number
  user: string
  password: string
}

let clusterAddress: Promise<ClusterAddress> | undefined

/** The PostgreSQL of this test run; the first call of a run starts it. */
export function getTestCluster(): Promise<ClusterAddress> {
  clusterAddress ??= requestCluster()
  return clusterAddress
}

async function requestCluster(): Promise<ClusterAddress> {
  const response = await fetch(inject('clusterUrl'))
  if (!response.ok) throw new Error(`the test cluster did not start: ${await response.text()}`)
  return (await response.json()) as ClusterAddress
}

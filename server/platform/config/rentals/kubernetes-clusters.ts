import { regionCodePattern } from '@clutch/contract/rules/rentals/regions/region-codes.ts'
import { z } from 'zod'
import { classOptions, describeIssue, portsPattern } from './rental-hosts.ts'
import { parseJson } from '../../parse-json.ts'

const label = z.string().regex(/^[\w./-]{1,253}$/)

const objectName = z.string().regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/)

const clusterSchema = z.strictObject({
  /** Stored with everything that runs there, also as a label. Never reuse it for another cluster. */
  name: z.string().regex(/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/),
  regions: z.array(z.string().regex(regionCodePattern)).min(1),
  /** A kubeconfig file; the service account of the portal's own pod where left out. */
  kubeconfig: z.string().startsWith('/').optional(),
  /** The context of that file; its current one where left out. */
  context: z.string().min(1).optional(),
  namespace: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)
    .default('clutch-games'),
  /** The labels of the nodes that games run on; every node where left out. */
  nodes: z.record(label, z.string().regex(/^[\w.-]{0,63}$/)).default({}),
  /** Each server has a port of its own in the whole cluster. */
  ports: z.string().regex(portsPattern),
  /** What the portal queries games at: the addresses of nodes inside the cluster, or those that players use. */
  ask: z.enum(['internal', 'public']).optional(),
  /** Whether games share the network of their node: needed where the cluster's network has no host ports. */
  hostNetwork: z.boolean().default(false),
  /** Whether games run as GameServers of Agones, which has to be installed in the cluster. */
  agones: z.boolean().default(false),
  /** Secrets of the namespace with which nodes pull the images of games and of the portal. */
  imagePullSecrets: z.array(objectName).default([]),
  /** Of the pods of games; without one any pod of a higher priority takes the place of a match. */
  priorityClassName: objectName.optional(),
  /** What pods of others take from each node; placement leaves it out. */
  reserve: z
    .strictObject({
      memoryMb: z.number().int().min(0).default(0),
      cpus: z.number().min(0).max(1_024).default(0),
    })
    .default({ memoryMb: 0, cpus: 0 }),
  most: z.number().int().positive().optional(),
  capacity: z
    .strictObject({
      memoryMb: z.number().int().min(0).optional(),
      cpus: z.number().positive().max(100_000).optional(),
    })
    .optional(),
  ...classOptions,
})

/** The SDK of Agones listens on the same ports in each pod. */
const checkedSchema = clusterSchema.refine(({ agones, hostNetwork }) => !(agones && hostNetwork), {
  path: ['hostNetwork'],
  message: 'cannot be combined with agones',
})

export type KubernetesCluster = z.output<typeof clusterSchema>

/** The clusters of the Kubernetes driver, as JSON. */
export const kubernetesClusters = z.string().transform((text, context): KubernetesCluster[] => {
  const read = z.array(checkedSchema).min(1).safeParse(parseJson(text))
  if (read.success && new Set(read.data.map(({ name }) => name)).size === read.data.length) return read.data
  const where = read.success ? 'one name twice' : describeIssue(read.error)
  context.addIssue({ code: 'custom', message: `must be a JSON list of clusters (${where})` })
  return z.NEVER
})

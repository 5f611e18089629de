/** What a kubelet reads of a pod. */
export interface Container {
  name: string
  image: string
  command?: string[]
  args?: string[]
  env?: { name: string; value?: string; valueFrom?: { fieldRef?: { fieldPath: string } } }[]
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[]
  ports?: { containerPort: number; hostPort?: number; protocol?: string }[]
  /** `Always` makes an init container a sidecar. */
  restartPolicy?: string
  livenessProbe?: LivenessProbe | undefined
}

export interface LivenessProbe {
  httpGet: { path: string; port: number }
  initialDelaySeconds?: number
  periodSeconds?: number
  failureThreshold?: number
}

export interface Volume {
  name: string
  hostPath?: { path: string; type?: string }
  secret?: { secretName: string }
  emptyDir?: object
}

export interface PodSpec {
  nodeName: string
  initContainers?: Container[]
  containers: Container[]
  volumes?: Volume[]
}

export type ContainerState =
  | { waiting: { reason: string; message?: string } }
  | { running: { startedAt: string } }
  | { terminated: { exitCode: number; reason: string; message?: string; finishedAt: string } }

/** Of an image by its name: paths inside it, and where they are on this machine. */
export type Images = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface KubeletOptions {
  nodeName: string
  labels?: Record<string, string>
  memory?: string
  /** Stands for the root folder of the node's disk. */
  root: string
  images: Images
  /** The SDK of Agones: its image, and the program of this machine that runs for it. */
  sdk?: { image: string; command: readonly string[]; environment?: Readonly<Record<string, string>> }
}

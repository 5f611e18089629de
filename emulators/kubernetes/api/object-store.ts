import { randomUUID } from 'node:crypto'

export interface ObjectMeta {
  name: string
  namespace?: string
  uid: string
  resourceVersion: string
  creationTimestamp: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
  finalizers?: string[]
  deletionTimestamp?: string
  deletionGracePeriodSeconds?: number
  ownerReferences?: { uid: string }[]
}

/** An object of the API; what is beside its metadata is kept as it was sent. */
export interface ApiObject {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: Record<string, unknown>
  status?: Record<string, unknown>
  data?: Record<string, string>
}

/** A refusal, which becomes a `Status` object. */
export class Refusal extends Error {
  readonly code: number
  readonly reason: string

  constructor(code: number, reason: string, message: string) {
    super(message)
    this.code = code
    this.reason = reason
  }
}

export interface Change {
  type: 'ADDED' | 'MODIFIED' | 'DELETED'
  resource: string
  object: ApiObject
}

/** What the API server knows: objects by resource, namespace and name, each change with a number. */
export class ObjectStore {
  readonly #objects = new Map<string, ApiObject>()
  readonly #listeners = new Set<(change: Change) => void>()
  #version = 1000

  get version(): string {
    return String(this.#version)
  }

  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  list(resource: string, namespace?: string): ApiObject[] {
    const prefix = `${resource}/`
    return [...this.#objects]
      .filter(
        ([key, { metadata }]) =>
          key.startsWith(prefix) && (namespace === undefined || metadata.namespace === namespace),
      )
      .map(([, object]) => object)
  }

  find(resource: string, namespace: string | undefined, name: string): ApiObject | undefined {
    return this.#objects.get(getKey(resource, namespace, name))
  }

  get(resource: string, namespace: string | undefined, name: string): ApiObject {
    const found = this.find(resource, namespace, name)
    if (!found) throw new Refusal(404, 'NotFound', `${resource} "${name}" not found`)
    return found
  }

  create(resource: string, namespace: string | undefined, sent: ApiObject): ApiObject {
    const { name } = sent.metadata
    if (this.find(resource, namespace, name))
      throw new Refusal(409, 'AlreadyExists', `${resource} "${name}" already exists`)
    const metadata = {
      ...sent.metadata,
      ...(namespace !== undefined && { namespace }),
      uid: randomUUID(),
      // Kubernetes knows no parts of a second.
      creationTimestamp: new Date().toISOString().replace(/\.\d+/, ''),
    }
    return this.#save('ADDED', resource, { ...sent, metadata })
  }

  /** Replaces an object with or without its status, or that alone; of one that was read before another change it refuses. */
  replace(
    resource: string,
    namespace: string | undefined,
    sent: ApiObject,
    part: 'status' | 'spec' | 'all',
  ): ApiObject {
    const before = this.get(resource, namespace, sent.metadata.name)
    const { resourceVersion, uid } = sent.metadata
    const isOld = resourceVersion !== undefined && resourceVersion !== before.metadata.resourceVersion
    if (isOld || (uid !== undefined && uid !== before.metadata.uid))
      throw new Refusal(
        409,
        'Conflict',
        'the object has been modified; please apply your changes to the latest version',
      )
    const { labels, annotations, finalizers, ownerReferences } = sent.metadata
    const metadata = { ...before.metadata, ...defined({ labels, annotations, finalizers, ownerReferences }) }
    const status = part === 'spec' ? before.status : sent.status
    const next = part === 'status' ? before : { ...sent, metadata }
    return this.#save('MODIFIED', resource, { ...next, ...defined({ status: status ?? {} }) })
  }

  /** Marks or removes an object; what it owns goes with it. */
  delete(
    resource: string,
    namespace: string | undefined,
    name: string,
    { uid, graceSeconds }: { uid?: string | undefined; graceSeconds: number },
  ): ApiObject {
    const object = this.get(resource, namespace, name)
    if (uid !== undefined && uid !== object.metadata.uid)
      throw new Refusal(409, 'Conflict', `the UID in the precondition (${uid}) does not match`)
    const isWaited = graceSeconds > 0 || (object.metadata.finalizers ?? []).length > 0
    if (!isWaited) return this.#remove(resource, object)
    const sooner = Math.min(graceSeconds, object.metadata.deletionGracePeriodSeconds ?? graceSeconds)
    const metadata = {
      ...object.metadata,
      deletionTimestamp: object.metadata.deletionTimestamp ?? new Date().toISOString(),
      deletionGracePeriodSeconds: sooner,
    }
    return this.#save('MODIFIED', resource, { ...object, metadata })
  }

  /** Changes the status as a controller does. */
  setStatus(resource: string, object: ApiObject, change: Partial<ApiObject>): ApiObject {
    const now = this.find(resource, object.metadata.namespace, object.metadata.name)
    if (now?.metadata.uid !== object.metadata.uid) return object
    return this.#save('MODIFIED', resource, { ...now, ...change })
  }

  #remove(resource: string, object: ApiObject): ApiObject {
    const { namespace, name, uid } = object.metadata
    this.#objects.delete(getKey(resource, namespace, name))
    this.#emit({ type: 'DELETED', resource, object })
    for (const [key, owned] of this.#objects) {
      const [ownedResource = ''] = key.split('/')
      const isOwned = owned.metadata.ownerReferences?.some((reference) => reference.uid === uid)
      if (isOwned)
        this.delete(ownedResource, owned.metadata.namespace, owned.metadata.name, {
          graceSeconds: ownedResource === 'pods' ? 1 : 0,
        })
    }
    return object
  }

  #save(type: Change['type'], resource: string, object: ApiObject): ApiObject {
    this.#version += 1
    const saved = { ...object, metadata: { ...object.metadata, resourceVersion: this.version } }
    const {
      namespace,
      name,
      deletionTimestamp,
      finalizers = [],
      deletionGracePeriodSeconds = 0,
    } = saved.metadata
    this.#objects.set(getKey(resource, namespace, name), saved)
    this.#emit({ type, resource, object: saved })
    const isDone =
      deletionTimestamp !== undefined && finalizers.length === 0 && deletionGracePeriodSeconds === 0
    return isDone ? this.#remove(resource, saved) : saved
  }

  #emit(change: Change): void {
    for (const listener of this.#listeners) listener(change)
  }
}

type Defined<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }

function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>
}

function getKey(resource: string, namespace: string | undefined, name: string): string {
  return `${resource}/${namespace ?? ''}/${name}`
}

/** Whether the labels of an object match a selector of `key=value` parts. */
export function matchesLabels({ metadata }: ApiObject, selector: string): boolean {
  return selector
    .split(',')
    .filter((part) => part !== '')
    .every((part) => {
      const [key = '', value = ''] = part.split('=')
      return metadata.labels?.[key] === value
    })
}

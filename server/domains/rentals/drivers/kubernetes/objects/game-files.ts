import { randomUUID } from 'node:crypto'
import { type ConfigFiles } from '../../driver.ts'
import { isConflict, isNotFound, toDriverError } from '../api/cluster-errors.ts'
import type { ClusterTarget } from '../cluster-target.ts'
import { encodeFileName, revisionKey } from '../agent/file-names.ts'
import { normalizeInsidePath } from '../../process/records/instance-folder.ts'
import { buildLabels, getObjectName } from './instance-labels.ts'
import { type InstanceRecord, toOwnerReference } from './instance-record.ts'

const maxTries = 8

/** Throws RangeError for a file outside the folder of the instance. */
export function assertInsideFolder(files: ConfigFiles): void {
  for (const path of Object.keys(files)) normalizeInsidePath(path)
}

/**
 * Writes the files into the secret that pods start with: in place of its present files, or beside them. Returns the revision of the
 * secret. A node that has it copies nothing at the next start, so that what the game wrote since is kept. The values are never part of a
 * pod, so no one who may read pods reads passwords.
 */
export async function saveFiles(
  target: ClusterTarget,
  record: InstanceRecord,
  files: ConfigFiles,
  { keep }: { keep: boolean },
): Promise<string> {
  const { cluster, owner, instance } = target
  const { client } = cluster
  const name = getObjectName(instance)
  const revision = randomUUID()
  const encoded = Object.entries(files).map(([path, text]) => [encodeFileName(path), toBase64(text)])
  const data: Record<string, string> = { ...Object.fromEntries(encoded), [revisionKey]: toBase64(revision) }
  const metadata = {
    name,
    labels: buildLabels(owner, instance, 'files'),
    ownerReferences: [toOwnerReference(name, record)],
  }
  for (let tries = 0; ; tries += 1) {
    const at = { namespace: client.namespace, name }
    const found = await client.find(() => client.core.readNamespacedSecret(at))
    try {
      const body = {
        metadata: found?.metadata ?? metadata,
        data: { ...(keep && found?.data), ...data },
      }
      await client.attempt(() =>
        found
          ? client.core.replaceNamespacedSecret({ ...at, body })
          : client.core.createNamespacedSecret({ namespace: client.namespace, body }),
      )
      return revision
    } catch (error) {
      const isRace = isConflict(error) || isNotFound(error)
      if (!isRace || tries === maxTries) throw toDriverError(error, client.name)
    }
  }
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64')
}

/** Deletes the secret; a missing one is a success. */
export async function deleteFiles({ cluster: { client }, instance }: ClusterTarget): Promise<void> {
  const name = getObjectName(instance)
  await client.find(() => client.core.deleteNamespacedSecret({ name, namespace: client.namespace }))
}

import type { AppContext } from '../../../platform/context.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'

/** Opens the store of all demos, in which a demo is named by its rental and its id, never by its uploaded name. */
export function openDemoStore({ config }: Pick<AppContext, 'config'>): FileStore {
  return openFileStore(config, 'demos')
}

/** The key of a demo in that store. */
export function getDemoKey(rentalId: string, id: string): string {
  return `${rentalId}/${id}.dem`
}

/** Removes the files of demos whose rows are deleted; a missing file is a success. */
export async function removeDemoFiles(
  context: Pick<AppContext, 'config'>,
  rentalId: string,
  ids: readonly string[],
): Promise<void> {
  const demos = openDemoStore(context)
  for (const id of ids) await demos.remove(getDemoKey(rentalId, id))
}

const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const demoKeyPattern = new RegExp(`^${uuidPattern}/(${uuidPattern})\\.dem$`)

/** Returns the id of a demo from the key of its file; null for a file that is not the portal's. */
export function readDemoKey(key: string): string | null {
  return demoKeyPattern.exec(key)?.[1] ?? null
}

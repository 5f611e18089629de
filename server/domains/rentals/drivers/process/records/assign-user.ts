import { HostFull } from '../../driver.ts'
import type { ProcessHost } from '../process-host.ts'
import { withNameLock } from '../system/name-lock.ts'
import type { InstanceRecord } from './instance-records.ts'

/**
 * Writes the record of an instance that starts or comes back, with a user that no other instance of the
 * machine runs as. The user of an ended instance with retained data is reused only when no other is free.
 * Throws HostFull if every user runs an instance.
 */
export async function writeRecordWithUser(
  { uids, records }: ProcessHost,
  name: string,
  record: InstanceRecord,
): Promise<InstanceRecord> {
  if (uids === null) {
    records.write(name, record)
    return record
  }
  // One at a time: of two instances that are made at once both would find the same number free.
  return withNameLock('game-users', async () => {
    const others = [...records.all().records].filter(([other]) => other !== name).map(([, one]) => one)
    const uid = findFreeUid(uids, others, record.uid)
    const owned = { ...record, uid }
    records.write(name, owned)
    return owned
  })
}

function findFreeUid(
  { first, last }: NonNullable<ProcessHost['uids']>,
  others: readonly InstanceRecord[],
  own: number | undefined,
): number {
  const running = new Set(others.filter(({ kept }) => !kept).map(({ uid }) => uid))
  if (own !== undefined && !running.has(own)) return own
  const known = new Set(others.map(({ uid }) => uid))
  const all = Array.from({ length: last - first + 1 }, (_one, index) => first + index)
  const free = all.find((uid) => !known.has(uid)) ?? all.find((uid) => !running.has(uid))
  if (free === undefined) throw new HostFull('every user of CLUTCH_GAME_UIDS runs a server')
  return free
}

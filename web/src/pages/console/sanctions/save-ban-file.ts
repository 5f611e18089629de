import { formatBannedUsers } from '@clutch/contract/rules/moderation/banned-user-file.ts'
import { saveFile } from '../../../app/files/save-file.ts'
import { loadAllSanctions } from './sanctions.queries.ts'

/** Saves the permanent bans as the file in which a game server without this portal keeps its own. */
export async function saveBanFile(): Promise<void> {
  const bans = []
  const filters = { kind: 'ban', state: 'active' }
  for await (const rows of loadAllSanctions({ filters }, new AbortController().signal)) bans.push(...rows)
  saveFile('banned_user.cfg', [formatBannedUsers(bans)], 'text/plain;charset=utf-8')
}

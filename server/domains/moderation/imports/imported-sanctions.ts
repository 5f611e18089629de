import type { SkipReason } from '@clutch/contract/api/moderation/sanction-imports.ts'
import { isSteamId, toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import type { SanctionKind } from '@clutch/contract/rules/moderation/sanctions.ts'
import { type TableRow, readTableRows } from './table-rows.ts'

/** A sanction of another system, ready to be stored. */
export interface ImportedSanction {
  line: number
  importId: string
  kind: SanctionKind
  steamId: string
  address: string | null
  name: string
  reason: string
  createdAt: Date
  createdBy: string
  expiresAt: Date | null
  lifted: { at: Date; by: string; reason: string } | null
}

export interface SkippedRow {
  line: number
  reason: SkipReason
}

export interface ReadImport {
  sanctions: ImportedSanction[]
  skipped: SkippedRow[]
}

/** Why a row is passed over. */
class RowSkipped extends Error {
  override name = 'RowSkipped'
  readonly reason: SkipReason

  constructor(reason: SkipReason) {
    super(reason)
    this.reason = reason
  }
}

type ReadRow = (row: TableRow) => ImportedSanction[]

/** The sanctions of SourceBans++: tables `…_bans` and `…_comms`, with the names of `…_admins` where the dump has them. */
export function readSourceBans(text: string): ReadImport {
  const admins = new Map<string, string>()
  const rows = [...readTableRows(text)]
  for (const { values } of rows)
    if (values.has('aid') && values.has('user'))
      admins.set(
        values.get('aid') ?? '',
        toPerson(values.get('authid') ?? '', values.get('user') ?? '', 'SourceBans++'),
      )
  return readRows(rows, (row) => {
    if (!row.values.has('bid') || !row.values.has('authid')) return []
    return [readSourceBan(row, (aid) => admins.get(aid ?? '') ?? `SourceBans++ #${aid ?? 0}`)]
  })
}

function readSourceBan(row: TableRow, adminOf: (aid: string | null) => string): ImportedSanction {
  const { values, line } = row
  const isComm = row.table.endsWith('_comms') || (row.table === '' && !values.has('ip'))
  const type = values.get('type') ?? '0'
  const kind = isComm ? ({ '1': 'mute', '2': 'gag' } as const)[type] : 'ban'
  if (kind === undefined) throw new RowSkipped('badType')
  if (!isComm && type === '1') throw new RowSkipped('addressOnly')
  const created = readSeconds(values.get('created'))
  const length = Number(values.get('length') ?? NaN)
  if (!Number.isInteger(length)) throw new RowSkipped('badTime')
  const removal = values.get('RemoveType') ?? ''
  const isRemoved = removal === 'U' || removal === 'D'
  const at = isRemoved ? readSeconds(values.get('RemovedOn') || values.get('created')) : null
  return {
    line,
    importId: `sourcebans:${isComm ? 'comm' : 'ban'}:${values.get('bid')}:${created.getTime() / 1_000}`,
    kind,
    steamId: readSteamId(values.get('authid')),
    // SourceBans++ notes an address with every ban; only a ban of type 1 is about it.
    address: null,
    name: toLine(values.get('name'), 128),
    reason: toLine(values.get('reason'), 500),
    createdAt: created,
    createdBy: adminOf(values.get('aid') ?? null),
    // A negative length is for the player's session.
    expiresAt: length === 0 ? null : new Date(created.getTime() + Math.max(0, length) * 1_000),
    lifted: at && {
      at,
      by: adminOf(values.get('RemovedBy') ?? null),
      reason: toLine(values.get('ureason'), 500),
    },
  }
}

/** The sanctions of CS2-SimpleAdmin: tables `sa_bans` and `sa_mutes`. Its times are of its server's clock, `utcOffset` minutes ahead of UTC. */
export function readSimpleAdmin(text: string, utcOffset: number): ReadImport {
  return readRows([...readTableRows(text)], (row) => {
    const { values, table } = row
    if (!values.has('player_steamid') || !values.has('duration') || table === 'sa_warns') return []
    const isMute = table === 'sa_mutes' || (table === '' && values.has('type'))
    return kindsOf(isMute, values.get('type') ?? '').map((kind) => readSimpleAdminRow(row, kind, utcOffset))
  })
}

/** A silence is both. */
function kindsOf(isMute: boolean, type: string): SanctionKind[] {
  if (!isMute) return ['ban']
  if (type === 'SILENCE') return ['mute', 'gag']
  if (type === 'MUTE' || type === 'GAG') return [type === 'MUTE' ? 'mute' : 'gag']
  throw new RowSkipped('badType')
}

function readSimpleAdminRow(
  { values, line }: TableRow,
  kind: SanctionKind,
  utcOffset: number,
): ImportedSanction {
  if (kind === 'ban' && !values.get('player_steamid') && values.get('player_ip'))
    throw new RowSkipped('addressOnly')
  const created = readLocalTime(values.get('created'), utcOffset)
  const minutes = Number(values.get('duration') ?? NaN)
  if (!Number.isInteger(minutes) || minutes < 0) throw new RowSkipped('badTime')
  const status = values.get('status') ?? 'ACTIVE'
  const isLifted = status === 'UNBANNED' || status === 'UNMUTED' || (status === 'EXPIRED' && minutes === 0)
  const changed = values.get('updated_at')
  return {
    line,
    importId: `simpleadmin:${kind}:${values.get('id')}:${created.getTime() / 1_000}`,
    kind,
    steamId: readSteamId(values.get('player_steamid')),
    address: kind === 'ban' ? readAddress(values.get('player_ip')) : null,
    name: toLine(values.get('player_name'), 128),
    reason: toLine(values.get('reason'), 500),
    createdAt: created,
    createdBy: toPerson(values.get('admin_steamid') ?? '', values.get('admin_name') ?? '', 'SimpleAdmin'),
    expiresAt: minutes === 0 ? null : new Date(created.getTime() + minutes * 60_000),
    lifted: isLifted
      ? { at: changed ? readLocalTime(changed, utcOffset) : created, by: 'SimpleAdmin', reason: '' }
      : null,
  }
}

function readRows(rows: readonly TableRow[], read: ReadRow): ReadImport {
  const found: ReadImport = { sanctions: [], skipped: [] }
  for (const row of rows) {
    try {
      found.sanctions.push(...read(row))
    } catch (error) {
      if (!(error instanceof RowSkipped)) throw error
      found.skipped.push({ line: row.line, reason: error.reason })
    }
  }
  return found
}

/** A SteamID64 from any of its forms. */
function readSteamId(text: string | null | undefined): string {
  const id = (text ?? '').trim()
  if (isSteamId(id)) return id
  const [, account] = /^\[?U:1:(\d{1,10})\]?$/.exec(id) ?? []
  const [, odd, half] = /^STEAM_[0-5]:([01]):(\d{1,10})$/.exec(id) ?? []
  const number = account === undefined ? Number(half) * 2 + Number(odd) : Number(account)
  if (!(number > 0 && number < 2 ** 32)) throw new RowSkipped('badSteamId')
  return toSteamId(number)
}

function readSeconds(text: string | null | undefined): Date {
  const seconds = Number(text || NaN)
  if (!Number.isInteger(seconds) || seconds <= 0 || seconds > 253_402_300_799) throw new RowSkipped('badTime')
  return new Date(seconds * 1_000)
}

/** `2026-11-25 20:15:00`, perhaps with parts of a second. */
function readLocalTime(text: string | null | undefined, utcOffset: number): Date {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})/.exec(text ?? '') ?? []
  const ms = day === undefined ? NaN : Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(ms)) throw new RowSkipped('badTime')
  return new Date(ms - utcOffset * 60_000)
}

function readAddress(text: string | null | undefined): string | null {
  return /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text ?? '') ? (text ?? null) : null
}

/** Who made it: a SteamID64, else the name with the system, so that no name looks like one of the portal's own. */
function toPerson(steamId: string, name: string, system: string): string {
  try {
    return readSteamId(steamId)
  } catch {
    return `${system}: ${toLine(name, 100)}`
  }
}

function toLine(text: string | null | undefined, max: number): string {
  const line = (text ?? '').toWellFormed().replaceAll(/\p{Cc}+/gu, ' ')
  return line.trim().slice(0, max).toWellFormed()
}

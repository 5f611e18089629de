import { hostAddressSchema } from '@clutch/contract/api/shared/host-address.ts'
import { minHumansDefault, reservedSlotsDefault, reservedSlotsMax } from '@clutch/contract/limits.ts'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { GameMode } from '@clutch/contract/rules/servers/game-modes.ts'
import type { ModerationPreset } from '@clutch/contract/rules/servers/rcon/command-presets.ts'
import * as z from 'zod/mini'
import type { BilingualText } from '../../kit/forms/bilingual-field.tsx'
import { parseWholeNumber } from '../../kit/forms/whole-number.ts'
import type { RegisteredServer } from '../servers.queries.ts'

/** A registration as it is typed: numbers are text until they are sent. */
export interface ServerFields {
  ip: string
  port: string
  protocol: string
  rcon_password: string
  forgetRcon: boolean
  name: string
  name_display: string
  category: GameMode
  region: string
  tickrate: string
  players_max: string
  reserved: string
  ontop: string
  star: string
  hidden: boolean
  maintenance: boolean
  maintenance_note: BilingualText
  rules: BilingualText
  board: BoardMode | ''
  free_for_all: boolean
  min_humans: string
  may_bind: boolean
  moderation_preset: ModerationPreset | ''
  vip_server_id: string
}

export function toServerFields(server: RegisteredServer | null): ServerFields {
  const text = (value: number | null | undefined, otherwise: number) => String(value ?? otherwise)
  return {
    ip: server?.ip ?? '',
    port: text(server?.port, 27_015),
    protocol: server?.protocol ?? 'valve',
    rcon_password: '',
    forgetRcon: false,
    name: server?.name ?? '',
    name_display: server?.name_display ?? '',
    category: server?.category ?? 'public',
    region: server?.region ?? '',
    tickrate: server?.tickrate ?? '',
    players_max: server?.players_max?.toString() ?? '',
    reserved: text(server?.reserved, reservedSlotsDefault),
    ontop: text(server?.ontop, 0),
    star: text(server?.star, 0),
    hidden: server?.hidden ?? false,
    maintenance: server?.maintenance ?? false,
    maintenance_note: server?.maintenance_note ?? { zh: '', en: '' },
    rules: server?.rules ?? { zh: '', en: '' },
    board: server?.board ?? '',
    free_for_all: server?.free_for_all ?? false,
    min_humans: text(server?.min_humans, minHumansDefault),
    may_bind: server?.may_bind ?? false,
    moderation_preset: server?.moderation_preset ?? '',
    vip_server_id: server?.vip_server_id?.toString() ?? '',
  }
}

/** From which to which number each of these fields may be. */
export const ranges = {
  port: [1, 65_535],
  players_max: [1, 255],
  reserved: [0, reservedSlotsMax],
  ontop: [0, 1_000],
  star: [0, 1_000_000],
  min_humans: [1, 64],
  vip_server_id: [0, 999_999_999],
} as const satisfies Partial<Record<keyof ServerFields, readonly [number, number]>>

/** Those that may be empty. */
const optionalNumbers: readonly (keyof typeof ranges)[] = ['players_max', 'vip_server_id']

export type NumberField = keyof typeof ranges
export type InvalidField = NumberField | 'ip' | 'protocol' | 'name' | 'region'

/** The fields that cannot be sent as they are. */
export function findInvalidFields(fields: ServerFields): ReadonlySet<InvalidField> {
  const wrong = new Set<InvalidField>()
  if (!isHost(fields.ip)) wrong.add('ip')
  if (!/^[a-z0-9_]{2,40}$/.test(fields.protocol.trim())) wrong.add('protocol')
  if (fields.name.trim() === '') wrong.add('name')
  if (!/^[^,\p{Cc}]+$/u.test(fields.region.trim())) wrong.add('region')
  for (const [field, [min, max]] of Object.entries(ranges)) {
    const name = field as NumberField
    if (isOptional(name) && fields[name].trim() === '') continue
    if (parseWholeNumber(fields[name], min, max) === null) wrong.add(name)
  }
  return wrong
}

/** Whether a number may be left out: the server's own, or that of the portal's settings, is then used. */
export function isOptional(name: NumberField): boolean {
  return optionalNumbers.includes(name)
}

export function isHost(text: string): boolean {
  return z.safeParse(hostAddressSchema, text.trim()).success
}

/** Whether the fields lead elsewhere than a server is registered: the portal then forgets its RCON password. */
export function isAddressChanged(
  fields: ServerFields,
  server: Pick<RegisteredServer, 'ip' | 'port'>,
): boolean {
  return fields.ip.trim().toLowerCase() !== server.ip || Number(fields.port) !== server.port
}

function toOptionalNumber(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

/** Returns the request body for valid fields; it contains an RCON password only if that changes. */
export function toServerBody(fields: ServerFields) {
  const { forgetRcon: _forget, rcon_password: typed, board, moderation_preset: preset, ...others } = fields
  return {
    ...others,
    ip: fields.ip.trim(),
    port: Number(fields.port),
    protocol: fields.protocol.trim(),
    name: fields.name.trim(),
    name_display: fields.name_display.trim(),
    region: fields.region.trim(),
    tickrate: fields.tickrate.trim(),
    players_max: toOptionalNumber(fields.players_max),
    reserved: Number(fields.reserved),
    ontop: Number(fields.ontop),
    star: Number(fields.star),
    min_humans: Number(fields.min_humans),
    board: board === '' ? null : board,
    moderation_preset: preset === '' ? null : preset,
    vip_server_id: toOptionalNumber(fields.vip_server_id),
    ...(typed !== '' && { rcon_password: typed }),
  }
}

/** The same for a server that is registered already: its password may be forgotten. */
export function toServerChange(fields: ServerFields) {
  const body = toServerBody(fields)
  return fields.forgetRcon && fields.rcon_password === '' ? { ...body, rcon_password: null } : body
}

import { isSteamId } from '../accounts/steam-id.ts'
import type { ReportReason } from './cases.ts'

/** A player on a server, as far as `!report` needs to know. */
export interface ReportablePlayer {
  steamId: string
  name: string
}

/** Whom a `!report` means: one player and the rest of the text, one of several, or none. */
export type ReportTarget =
  | { kind: 'found'; player: ReportablePlayer; text: string }
  | { kind: 'ambiguous'; players: ReportablePlayer[] }
  | { kind: 'unknown' }
  | { kind: 'empty' }

const command = /^\s*[!./]report(?:\s+(.*))?$/iu
const quoted = /^"([^"]+)"\s*(.*)$/u

/** The text after `!report`, empty for the command alone; null for another message. */
export function parseReportCommand(message: string): string | null {
  const found = command.exec(message)
  return found ? (found[1] ?? '').trim() : null
}

/**
 * Finds whom a `!report` means among the players of its server: a SteamID64; a whole name at its start, the longest that fits; else
 * the part in quotes, or its first word, if only one name contains it. Case and width of letters do not matter.
 */
export function findReportTarget(text: string, players: readonly ReportablePlayer[]): ReportTarget {
  if (text === '') return { kind: 'empty' }
  const [, inQuotes, afterQuotes = ''] = quoted.exec(text) ?? []
  const [first = '', ...rest] = text.split(/\s+/)
  const part = inQuotes ?? first
  const after = inQuotes === undefined ? rest.join(' ') : afterQuotes
  if (isSteamId(part))
    return choose(
      players.filter(({ steamId }) => steamId === part),
      after,
    )
  const whole = inQuotes === undefined ? findWholeNames(text, players) : []
  if (whole[0]) return choose(whole, text.slice(whole[0].name.length).trim())
  const exact = players.filter(({ name }) => fold(name) === fold(part))
  return choose(
    exact.length > 0 ? exact : players.filter(({ name }) => fold(name).includes(fold(part))),
    after,
  )
}

/** The players whose whole name a text begins with; of several lengths the longest. */
function findWholeNames(text: string, players: readonly ReportablePlayer[]): ReportablePlayer[] {
  const fitting = players.filter(({ name }) => {
    const next = text[name.length]
    return (
      fold(text.slice(0, name.length)) === fold(name) &&
      name !== '' &&
      (next === undefined || /\s/.test(next))
    )
  })
  const longest = Math.max(0, ...fitting.map(({ name }) => name.length))
  return fitting.filter(({ name }) => name.length === longest)
}

function choose(players: readonly ReportablePlayer[], text: string): ReportTarget {
  const [player, ...others] = players
  if (!player) return { kind: 'unknown' }
  return others.length > 0 ? { kind: 'ambiguous', players: [...players] } : { kind: 'found', player, text }
}

/** Letters that look the same compare the same. */
function fold(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

const reasonWords: readonly (readonly [ReportReason, readonly string[]])[] = [
  ['cheating', ['cheat', 'hack', 'aimbot', 'wallhack', 'wh', 'esp', '外挂', '作弊', '开挂', '透视', '自瞄']],
  ['griefing', ['grief', 'teamkill', 'tk', 'afk', 'throw', '坑队友', '演员', '挂机', '捣乱', '队友伤害']],
  ['abuse', ['abuse', 'insult', 'toxic', 'racist', 'spam', '骂人', '辱骂', '喷人', '刷屏', '歧视']],
  ['name', ['name', '名字', '昵称', 'id违规']],
]

/** The reason that the words of a chat message name; `other` where they name none. */
export function findReportReason(text: string): ReportReason {
  const words = fold(text).split(/[^\p{L}\p{N}]+/u)
  const isNamed = (word: string) =>
    /^[a-z]{1,3}$/.test(word) ? words.includes(word) : words.some((one) => one.includes(word))
  return reasonWords.find(([, names]) => names.some(isNamed))?.[0] ?? 'other'
}

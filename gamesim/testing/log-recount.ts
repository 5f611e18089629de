const pistols = 'glock usp_silencer hkp2000 deagle p250 fiveseven tec9 cz75a elite revolver'.split(' ')
const rifles = 'ak47 m4a1 m4a1_silencer galilar famas aug sg556'.split(' ')
const playerPattern = String.raw`"(.{0,64})<(\d+)><(\[U:1:\d+\]|BOT)><(\w*)>"`
const killPattern = new RegExp(
  String.raw`^${playerPattern} \[[-\d ]+\] killed ${playerPattern} \[[-\d ]+\] with "(\w+)"( \([a-z ]+\))?$`,
)
const actionPattern = new RegExp(
  String.raw`^${playerPattern} (connected|entered|disconnected|say_team|say|\[[-\d ]+\] (?:committed|was))(.*)$`,
)
const switchedPattern = /^"(.{0,64})<(\d+)><(?:\[U:1:\d+\]|BOT)>" switched from team <\w+> to <(\w+)>$/

export interface RecountedPlayer {
  kills: number
  deaths: number
  headshots: number
  rifleKills: number
  awpKills: number
  pistolKills: number
  vsBots: number
  warmupKills: number
  teamKills: number
  suicides: number
  bombed: number
  roundsWon: number
  roundsLost: number
  connects: number
  chatLines: number
  playtimeMs: number
}

interface RecountSlot {
  count: RecountedPlayer | null
  team: string
  enteredAt: number | null
}

/** Counts lines the simplest way there is, knowing nothing of how they were made. Keys are SteamID64. */
export function recountLog(lines: readonly string[]): Map<string, RecountedPlayer> {
  const counts = new Map<string, RecountedPlayer>()
  const seats = new Map<string, RecountSlot>()
  let before = new Map<string, RecountedPlayer>()
  let live = false
  let justLeft = ''
  for (const line of lines) {
    const at = Date.parse(line.replace(/^(\d\d)\/(\d\d)\/(\d{4}) - ([\d:.]+) - .*$/s, '$3-$1-$2T$4Z'))
    const text = line.slice(line.indexOf(' - ', 13) + 3)
    if (/^(Loading map|Game Over|World triggered "Warmup_Start")/.test(text)) live = false
    else if (text.startsWith('World triggered "Match_Start"')) {
      live = true
      before = structuredClone(counts)
    } else if (live && text.startsWith('World triggered "Restart_Round_')) revertMatch(counts, before)
    const round = /^Team "(\w+)" triggered "SFUI_Notice/.exec(text)
    if (round) endRound(seats, round[1] ?? '')
    const kill = killPattern.exec(text)
    if (kill) countKill(kill, live, counts)
    const move = switchedPattern.exec(text)
    if (move) setTeam(seats, move[2] ?? '', move[3] ?? '')
    const act = (kill ?? move) ? null : actionPattern.exec(text)
    if (act) justLeft = countAction(act, { at, live, justLeft, counts, seats })
  }
  return counts
}

/** The match is off the scoreboard; who came, talked and played did so all the same. */
function revertMatch(
  counts: Map<string, RecountedPlayer>,
  before: ReadonlyMap<string, RecountedPlayer>,
): void {
  for (const [steamId, count] of counts) {
    const { connects, chatLines, playtimeMs, warmupKills } = count
    const unaffected = { connects, chatLines, playtimeMs, warmupKills }
    Object.assign(count, before.get(steamId) ?? zeroRecount(), unaffected)
  }
}

function countKill(match: RegExpExecArray, live: boolean, counts: Map<string, RecountedPlayer>): void {
  const [, , , killerTag = '', killerTeam, , , victimTag = '', victimTeam, weapon = '', how = ''] = match
  const killer = getCount(killerTag, counts)
  const victim = getCount(victimTag, counts)
  if (killerTeam === victimTeam) {
    if (killer) killer.teamKills += 1
  } else if (!live) {
    if (killer) killer.warmupKills += 1
  } else if (killer && !victim) killer.vsBots += 1
  else if (killer && victim) {
    killer.kills += 1
    victim.deaths += 1
    if (how.includes('headshot')) killer.headshots += 1
    if (weapon === 'awp') killer.awpKills += 1
    if (rifles.includes(weapon)) killer.rifleKills += 1
    if (pistols.includes(weapon)) killer.pistolKills += 1
  }
}

interface RecountState {
  at: number
  live: boolean
  justLeft: string
  counts: Map<string, RecountedPlayer>
  seats: Map<string, RecountSlot>
}

/** Returns the slot that was left by this very line, or nothing. */
function countAction(match: RegExpExecArray, { at, live, justLeft, counts, seats }: RecountState): string {
  const [, , slot = '', tag = '', team = '', deed = ''] = match
  const count = getCount(tag, counts)
  const seat = seats.get(slot) ?? { count, team, enteredAt: null }
  if (deed === 'connected') {
    seats.set(slot, { count, team: '', enteredAt: null })
    if (count) count.connects += 1
  } else if (deed === 'entered') {
    seat.enteredAt ??= at
    seat.team = ''
  } else if (deed.startsWith('say') && count) count.chatLines += 1
  else if (deed.endsWith('committed') && live && justLeft !== slot && count) count.suicides += 1
  else if (deed.endsWith('was') && live && count) count.bombed += 1
  else if (deed === 'disconnected') {
    if (seat.count && seat.enteredAt !== null) seat.count.playtimeMs += at - seat.enteredAt
    seats.delete(slot)
    return slot
  }
  return ''
}

function setTeam(seats: Map<string, RecountSlot>, slot: string, team: string): void {
  const seat = seats.get(slot)
  if (seat) seat.team = team
}

function endRound(seats: Map<string, RecountSlot>, winner: string): void {
  for (const { count, team } of seats.values()) {
    if (!count || team === '') continue
    if (team === winner) count.roundsWon += 1
    else count.roundsLost += 1
  }
}

function getCount(tag: string, counts: Map<string, RecountedPlayer>): RecountedPlayer | null {
  const account = /^\[U:1:(\d+)\]$/.exec(tag)?.[1]
  if (account === undefined) return null
  const steamId = String(76561197960265728n + BigInt(account))
  const known = counts.get(steamId)
  if (known) return known
  const made = zeroRecount()
  counts.set(steamId, made)
  return made
}

function zeroRecount(): RecountedPlayer {
  const numbers = { kills: 0, deaths: 0, headshots: 0, rifleKills: 0, awpKills: 0, pistolKills: 0 }
  const others = {
    vsBots: 0,
    warmupKills: 0,
    teamKills: 0,
    suicides: 0,
    bombed: 0,
    roundsWon: 0,
    roundsLost: 0,
  }
  return { ...numbers, ...others, connects: 0, chatLines: 0, playtimeMs: 0 }
}

const pistols = 'glock usp_silencer hkp2000 deagle p250 fiveseven tec9 cz75a elite revolver'.split(' ')
const rifles = 'ak47 m4a1 m4a1_silencer galilar famas aug sg556'.split(' ')
const who = String.raw`"(.{0,64})<(\d+)><(\[U:1:\d+\]|BOT)><(\w*)>"`
const killed = new RegExp(
  String.raw`^${who} \[[-\d ]+\] killed ${who} \[[-\d ]+\] with "(\w+)"( \([a-z ]+\))?$`,
)
const acted = new RegExp(
  String.raw`^${who} (connected|entered|disconnected|say_team|say|\[[-\d ]+\] (?:committed|was))(.*)$`,
)
const switched = /^"(.{0,64})<(\d+)><(?:\[U:1:\d+\]|BOT)>" switched from team <\w+> to <(\w+)>$/

export interface Count {
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

interface Seat {
  count: Count | null
  team: string
  enteredAt: number | null
}

/** Counts lines the simplest way there is, knowing nothing of how they were made. Keys are SteamID64. */
export function recount(lines: readonly string[]): Map<string, Count> {
  const counts = new Map<string, Count>()
  const seats = new Map<string, Seat>()
  let before = new Map<string, Count>()
  let live = false
  let justLeft = ''
  for (const line of lines) {
    const at = Date.parse(line.replace(/^(\d\d)\/(\d\d)\/(\d{4}) - ([\d:.]+) - .*$/s, '$3-$1-$2T$4Z'))
    const text = line.slice(line.indexOf(' - ', 13) + 3)
    if (/^(Loading map|Game Over|World triggered "Warmup_Start")/.test(text)) live = false
    else if (text.startsWith('World triggered "Match_Start"')) {
      live = true
      before = structuredClone(counts)
    } else if (live && text.startsWith('World triggered "Restart_Round_')) takeBack(counts, before)
    const round = /^Team "(\w+)" triggered "SFUI_Notice/.exec(text)
    if (round) endRound(seats, round[1] ?? '')
    const kill = killed.exec(text)
    if (kill) countKill(kill, live, counts)
    const move = switched.exec(text)
    if (move) setTeam(seats, move[2] ?? '', move[3] ?? '')
    const act = (kill ?? move) ? null : acted.exec(text)
    if (act) justLeft = countAct(act, { at, live, justLeft, counts, seats })
  }
  return counts
}

/** The match is off the scoreboard; who came, talked and played did so all the same. */
function takeBack(counts: Map<string, Count>, before: ReadonlyMap<string, Count>): void {
  for (const [steamId, count] of counts) {
    const { connects, chatLines, playtimeMs, warmupKills } = count
    const kept = { connects, chatLines, playtimeMs, warmupKills }
    Object.assign(count, before.get(steamId) ?? emptyCount(), kept)
  }
}

function countKill(match: RegExpExecArray, live: boolean, counts: Map<string, Count>): void {
  const [, , , killerTag = '', killerTeam, , , victimTag = '', victimTeam, weapon = '', how = ''] = match
  const killer = countOf(killerTag, counts)
  const victim = countOf(victimTag, counts)
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

interface State {
  at: number
  live: boolean
  justLeft: string
  counts: Map<string, Count>
  seats: Map<string, Seat>
}

/** Returns the slot that was left by this very line, or nothing. */
function countAct(match: RegExpExecArray, { at, live, justLeft, counts, seats }: State): string {
  const [, , slot = '', tag = '', team = '', deed = ''] = match
  const count = countOf(tag, counts)
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

function setTeam(seats: Map<string, Seat>, slot: string, team: string): void {
  const seat = seats.get(slot)
  if (seat) seat.team = team
}

function endRound(seats: Map<string, Seat>, winner: string): void {
  for (const { count, team } of seats.values()) {
    if (!count || team === '') continue
    if (team === winner) count.roundsWon += 1
    else count.roundsLost += 1
  }
}

function countOf(tag: string, counts: Map<string, Count>): Count | null {
  const account = /^\[U:1:(\d+)\]$/.exec(tag)?.[1]
  if (account === undefined) return null
  const steamId = String(76561197960265728n + BigInt(account))
  const known = counts.get(steamId)
  if (known) return known
  const made = emptyCount()
  counts.set(steamId, made)
  return made
}

function emptyCount(): Count {
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

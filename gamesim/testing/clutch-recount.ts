const playerPattern = String.raw`"(?:.{0,64})<(\d+)><(\[U:1:\d+\]|BOT)><(\w*)>"`
const switchedPattern = /"(?:.{0,64})<(\d+)><(\[U:1:\d+\]|BOT)>" switched from team <\w*> to <(\w+)>$/
const enteredPattern = new RegExp(String.raw`${playerPattern} entered the game$`)
const deathPattern = new RegExp(String.raw`killed ${playerPattern} \[[-\d ]+\] with "\w+"(?: \([a-z ]+\))?$`)
const roundEndPattern = new RegExp(
  String.raw`${playerPattern} (?:disconnected \(reason "[\w ]+"\)|\[[-\d ]+\] (?:committed suicide with "\w+"|was killed by the bomb\.))$`,
)

interface Clutch {
  tag: string
  team: string
}

/** Clutches and those won by SteamID tag, found in the lines alone: `tag -> [clutches, won]`. */
export function recountClutches(lines: readonly string[]): Record<string, [number, number]> {
  const found: Record<string, [number, number]> = {}
  const teams = new Map<string, Clutch>()
  let alive = new Map<string, Clutch>()
  let began: Record<string, number> = {}
  let clutches = new Map<string, Clutch>()
  for (const line of lines) {
    const join = switchedPattern.exec(line) ?? enteredPattern.exec(line)
    if (join) teams.set(join[1] ?? '', { tag: join[2] ?? '', team: join[3] ?? '' })
    if (line.includes('World triggered "Round_Start"')) {
      alive = new Map([...teams].filter(([, { team }]) => team !== ''))
      began = countTeamSizes(alive)
      clutches = new Map()
    }
    const death = / say(_team)? "/.test(line) ? null : (deathPattern.exec(line) ?? roundEndPattern.exec(line))
    if (death) {
      alive.delete(death[1] ?? '')
      if (line.includes(' disconnected (')) teams.delete(death[1] ?? '')
      for (const clutch of findLastAlive(alive)) {
        if ((began[clutch.team] ?? 0) > 1 && !clutches.has(clutch.team)) clutches.set(clutch.team, clutch)
      }
    }
    const winner = /Team "(\w+)" triggered "SFUI_Notice/.exec(line)?.[1]
    if (winner === undefined) continue
    for (const { tag, team } of clutches.values()) {
      const [count, won] = found[tag] ?? [0, 0]
      if (tag !== 'BOT') found[tag] = [count + 1, won + (team === winner ? 1 : 0)]
    }
    clutches = new Map()
  }
  return found
}

function countTeamSizes(alive: ReadonlyMap<string, Clutch>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { team } of alive.values()) counts[team] = (counts[team] ?? 0) + 1
  return counts
}

/** The players who are alone on their side while the other side has players. */
function findLastAlive(alive: ReadonlyMap<string, Clutch>): Clutch[] {
  const counts = countTeamSizes(alive)
  if (Object.keys(counts).length < 2) return []
  return [...alive.values()].filter(({ team }) => counts[team] === 1)
}

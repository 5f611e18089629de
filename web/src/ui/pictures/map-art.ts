/** A map's tile: two colours of a gradient, and contour lines as paths on a 72 × 40 field. */
export interface MapArt {
  from: string
  to: string
  lines: string[]
}

/** Well-known maps with their typical colours. */
const knownMapColors: Record<string, readonly [from: string, to: string]> = {
  mirage: ['#c9925a', '#5b3b22'],
  dust2: ['#d9b06a', '#6b4d22'],
  redline: ['#b34d4d', '#3a1a22'],
  inferno: ['#c46b3f', '#4b2a1a'],
  anubis: ['#3f8f8a', '#17393f'],
  nuke: ['#6f9ac4', '#22384f'],
  ancient: ['#5f8f4a', '#20351f'],
  vertigo: ['#7f8fb0', '#272f45'],
  overpass: ['#6b9a86', '#23382f'],
  train: ['#8f8a70', '#34321f'],
  cache: ['#7f9c5e', '#2c3a20'],
}

/** `de_mirage` → `mirage`; folders are left out. */
export function formatMapName(map: string): string {
  const file = map.slice(map.lastIndexOf('/') + 1)
  return file.replace(/^[a-z0-9]{1,4}_(?=.)/i, '')
}

/** The tile of a map: always the same for the same name, known maps in their own colours. */
export function createMapArt(map: string): MapArt {
  const label = formatMapName(map).toLowerCase()
  const random = createSeededRandom(label)
  const hue = Math.floor(random() * 360)
  const own = Object.hasOwn(knownMapColors, label) ? knownMapColors[label] : undefined
  const [from, to] = own ?? [`hsl(${hue} 38% 52%)`, `hsl(${(hue + 18) % 360} 40% 18%)`]
  return { from, to, lines: createContours(random) }
}

/** Rings around one uneven hill, each the same outline a little wider. */
function createContours(random: () => number): string[] {
  const centre = { x: 40 + random() * 28, y: 6 + random() * 18 }
  const bumps = Array.from({ length: 3 }, (_, at) => ({
    waves: at + 2,
    height: (0.1 + random() * 0.14) / (at + 1),
    turn: random() * Math.PI * 2,
  }))
  const outline = Array.from({ length: 24 }, (_, step) => {
    const angle = (step / 24) * Math.PI * 2
    const reach = bumps.reduce(
      (sum, { waves, height, turn }) => sum + height * Math.sin(waves * angle + turn),
      1,
    )
    return { x: Math.cos(angle) * reach, y: Math.sin(angle) * reach * 0.72 }
  })
  return [6, 12, 19, 27, 36, 46].map((radius) => {
    const points = outline.map(
      ({ x, y }) => `${roundToTenths(centre.x + x * radius)} ${roundToTenths(centre.y + y * radius)}`,
    )
    return `M${points.join('L')}Z`
  })
}

function roundToTenths(value: number): number {
  return Math.round(value * 10) / 10
}

/** Numbers in [0, 1) that follow from a text (FNV-1a, then mulberry32). */
function createSeededRandom(text: string): () => number {
  let state = 0x811c9dc5
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What no GBK character stands for is written so. */
const replacementBytes = [0x3f]

let gbkTable: Map<string, readonly number[]> | undefined

/** Text as GBK, which Node reads and does not write. */
export function encodeGbk(text: string): Uint8Array {
  const known = (gbkTable ??= buildGbkTable())
  return Uint8Array.from(Array.from(text).flatMap((character) => known.get(character) ?? replacementBytes))
}

function buildGbkTable(): Map<string, readonly number[]> {
  const decoder = new TextDecoder('gbk', { fatal: true })
  const found = new Map<string, readonly number[]>()
  const add = (...bytes: number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes))
      if (Array.from(character).length === 1 && !found.has(character)) found.set(character, bytes)
    } catch {
      // No character has this code.
    }
  }
  for (let one = 0; one < 0x80; one += 1) add(one)
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) add(lead, trail)
  return found
}

/** The gradients of players without a picture: classes of `avatar.module.css`. */
const tints = ['sky', 'sea', 'violet', 'clay', 'honey', 'moss', 'rose', 'slate', 'dusk'] as const

/** The gradient of an id: always the same. */
export function chooseTint(seed: string): (typeof tints)[number] {
  let sum = 0
  for (const character of seed) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return tints[sum % tints.length] ?? tints[0]
}

/** Returns the first letter, digit or visible character, as a capital; a question mark if there is none. */
export function getInitial(name: string): string {
  const [first] = /[\p{L}\p{N}]/u.exec(name) ?? []
  return (first ?? [...new Intl.Segmenter().segment(name.trim())][0]?.segment ?? '?').toUpperCase()
}

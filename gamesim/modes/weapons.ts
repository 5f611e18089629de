import type { Random } from '../random.ts'

export type WeaponClass = 'rifle' | 'awp' | 'pistol' | 'other'

const weaponClasses: Record<Exclude<WeaponClass, 'other'>, readonly string[]> = {
  rifle: ['ak47', 'm4a1', 'm4a1_silencer', 'galilar', 'famas', 'aug', 'sg556'],
  awp: ['awp'],
  pistol: [
    'glock',
    'usp_silencer',
    'hkp2000',
    'deagle',
    'p250',
    'fiveseven',
    'tec9',
    'cz75a',
    'elite',
    'revolver',
  ],
}
const otherWeapons = [
  'mp9',
  'mac10',
  'mp7',
  'ump45',
  'p90',
  'ssg08',
  'xm1014',
  'nova',
  'knife',
  'hegrenade',
  'inferno',
]
const noHeadshotWeapons = new Set(['knife', 'hegrenade', 'inferno'])

/** The class of a weapon as log lines name it. */
export function classifyWeapon(weapon: string): WeaponClass {
  if (weaponClasses.rifle.includes(weapon)) return 'rifle'
  if (weaponClasses.awp.includes(weapon)) return 'awp'
  return weaponClasses.pistol.includes(weapon) ? 'pistol' : 'other'
}

/** Picks a weapon for a kill; `pistolsOnly` for pistol deathmatch. */
export function pickWeapon(random: Random, pistolsOnly: boolean): string {
  if (pistolsOnly) return random.pick(weaponClasses.pistol)
  const roll = random.next()
  if (roll < 0.58) return random.pick(weaponClasses.rifle)
  if (roll < 0.73) return 'awp'
  return roll < 0.9 ? random.pick(weaponClasses.pistol) : random.pick(otherWeapons)
}

/** Whether a kill with this weapon hits the head: skilled players more often, grenades never. */
export function isHeadshot(random: Random, weapon: string, skill: number): boolean {
  if (noHeadshotWeapons.has(weapon)) return false
  return random.chance(weapon === 'awp' ? 0.12 : 0.3 + 0.3 * skill)
}

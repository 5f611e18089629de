/** The classes a board counts kills by (document 2 §3). */
export type WeaponClass = 'rifle' | 'awp' | 'pistol' | 'other'

/** Weapons by the names in CS2's log; an unlisted one counts as a kill of no class. */
const weaponsByClass: Record<Exclude<WeaponClass, 'other'>, readonly string[]> = {
  rifle: ['ak47', 'm4a1', 'm4a1_silencer', 'm4a1_silencer_off', 'galilar', 'famas', 'aug', 'sg556'],
  awp: ['awp'],
  pistol: [
    'glock',
    'usp_silencer',
    'usp_silencer_off',
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

const classByWeapon = new Map<string, WeaponClass>(
  (['rifle', 'awp', 'pistol'] as const).flatMap((kind) =>
    weaponsByClass[kind].map((weapon) => [weapon, kind] as const),
  ),
)

export function getWeaponClass(weapon: string): WeaponClass {
  return classByWeapon.get(weapon) ?? 'other'
}

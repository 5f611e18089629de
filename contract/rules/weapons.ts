/** The classes a board counts kills by (document 2 §3). */
export type WeaponClass = 'rifle' | 'awp' | 'pistol' | 'other'

/** Weapons by the names CS2 writes into its log; what is not named here counts as a kill of no class. */
const weaponsOf: Record<Exclude<WeaponClass, 'other'>, readonly string[]> = {
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

const classOf = new Map<string, WeaponClass>(
  (['rifle', 'awp', 'pistol'] as const).flatMap((kind) =>
    weaponsOf[kind].map((weapon) => [weapon, kind] as const),
  ),
)

export function weaponClass(weapon: string): WeaponClass {
  return classOf.get(weapon) ?? 'other'
}

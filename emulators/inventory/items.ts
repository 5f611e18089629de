/** One thing of an inventory. */
export interface Item {
  id: string
  weapon: string
  zh: string
  en: string
  /** How rare it is, from common to covert. */
  rarity: 1 | 2 | 3 | 4 | 5
  /** How worn, 0 to 1. */
  wear: number
}

/** What every player has here; the patterns are invented. */
export const items: readonly Item[] = [
  { id: 'ak-frost', weapon: 'AK-47', zh: '霜河', en: 'Frost River', rarity: 5, wear: 0.07 },
  { id: 'awp-voyage', weapon: 'AWP', zh: '夜航', en: 'Night Voyage', rarity: 5, wear: 0.14 },
  { id: 'm4-ember', weapon: 'M4A1-S', zh: '余烬', en: 'Ember', rarity: 4, wear: 0.22 },
  { id: 'deagle-tide', weapon: 'Desert Eagle', zh: '潮汐', en: 'Tide', rarity: 4, wear: 0.09 },
  { id: 'usp-paper', weapon: 'USP-S', zh: '折纸', en: 'Folded Paper', rarity: 3, wear: 0.31 },
  { id: 'glock-moss', weapon: 'Glock-18', zh: '苔原', en: 'Tundra', rarity: 2, wear: 0.18 },
  { id: 'famas-dune', weapon: 'FAMAS', zh: '沙丘', en: 'Dune', rarity: 2, wear: 0.44 },
  { id: 'mp9-grid', weapon: 'MP9', zh: '方格', en: 'Grid', rarity: 1, wear: 0.52 },
]

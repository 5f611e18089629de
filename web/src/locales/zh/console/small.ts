/** Words of the console that are too few for files of their own. */
export { admin } from './common.ts'
export { adminCases } from './cases.ts'
export { adminGameSettings } from './game-settings.ts'
export { adminOverview } from './overview.ts'
export { adminSeasons } from './seasons.ts'
export { adminSanctions } from './sanctions.ts'

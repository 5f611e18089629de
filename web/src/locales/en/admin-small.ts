/** Words of the console that are too few for files of their own. */
export { admin } from './admin.ts'
export { adminCases } from './admin-cases.ts'
export { adminGameSettings } from './admin-game-settings.ts'
export { adminOverview } from './admin-overview.ts'
export { adminSeasons } from './admin-seasons.ts'
export { adminSanctions } from './admin-sanctions.ts'

/** Words of later parts that are too few for files of their own. */
export { bans } from './bans.ts'
export { inventory } from './inventory.ts'
export { practiceBuy } from './practice-buy.ts'
export { reports } from './reports.ts'
export { serverPopups } from './server-popups.ts'
export { settings } from './settings.ts'
export { unsaved } from './unsaved.ts'

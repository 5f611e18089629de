/** The pages about reports and bans that are too small for files of their own. */
export { BansPage } from '../../../pages/bans/bans-page.tsx'
export { ReportsPage } from '../../../pages/reports/reports-page.tsx'

export { recordTeammates } from './teammates.service.ts'
export { registerTeammateRoutes } from './teammates.routes.ts'
export { startTeammateCleanupWorker } from './teammates.service.ts'

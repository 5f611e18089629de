export { recordTeammates } from './record-teammates.ts'
export { registerTeammateRoutes } from './teammates.routes.ts'
export { startTeammateCleanupWorker } from './teammate-cleanup.worker.ts'

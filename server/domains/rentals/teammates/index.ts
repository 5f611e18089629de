export { recordTeammates } from './keep.ts'
export { registerTeammateRoutes } from './routes.ts'
export { startTeammateCleanupWorker } from './sweep.ts'

export { keepTeammates } from './keep.ts'
export { answerTeammates } from './routes.ts'
export { startTeammateSweep } from './sweep.ts'

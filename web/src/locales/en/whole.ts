import { en as first } from './index.ts'
import { leaderboard } from './leaderboard.ts'
import { serverPages } from './server-pages.ts'
import { settings } from './settings.ts'
import { signIn } from './sign-in.ts'

/** All of English, the shape of every other language. A new domain adds its file here, in zh and in `../later.ts`. */
export const en = {
  ...first,
  servers: { ...first.servers, ...serverPages },
  leaderboard,
  settings,
  signIn,
} as const

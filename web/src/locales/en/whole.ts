import { en as first } from './index.ts'
import { leaderboard } from './leaderboard.ts'
import { payment } from './payment.ts'
import { serverPages } from './server-pages.ts'
import { settings } from './settings.ts'
import { signIn } from './sign-in.ts'
import { vip } from './vip.ts'

/** All of English, the shape of every other language. A new domain adds its file here, in zh and in `../later.ts`. */
export const en = {
  ...first,
  servers: { ...first.servers, ...serverPages },
  leaderboard,
  payment,
  settings,
  signIn,
  vip,
} as const

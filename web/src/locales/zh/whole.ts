import type { Dictionary } from '../dictionary.ts'
import { zh as first } from './index.ts'
import { leaderboard } from './leaderboard.ts'
import { payment } from './payment.ts'
import { serverPages } from './server-pages.ts'
import { settings } from './settings.ts'
import { signIn } from './sign-in.ts'
import { vip } from './vip.ts'

/** All of Chinese: not for the page, which loads it in parts, but for what compares the languages. */
export const zh: Dictionary = {
  ...first,
  servers: { ...first.servers, ...serverPages },
  leaderboard,
  payment,
  settings,
  signIn,
  vip,
}

import { common } from './common.ts'
import { errors } from './errors.ts'
import { shell } from './shell.ts'

/** What the first screen says. The words of other pages load with them: `../lazy-words.ts`. */
export const en = { common, errors, shell } as const

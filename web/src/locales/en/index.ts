import { common } from './common.ts'
import { errors } from './errors.ts'
import { servers } from './servers.ts'
import { shell } from './shell.ts'

/** English, the shape of every other language. A new domain adds its file here and in zh. */
export const en = { common, errors, servers, shell } as const

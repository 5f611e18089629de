import type { Dictionary } from '../dictionary.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'
import { servers } from './servers.ts'
import { shell } from './shell.ts'

export const zh: Dictionary = { common, errors, servers, shell }

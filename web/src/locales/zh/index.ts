import type { Words } from '../dictionary.ts'
import type { en } from '../en/index.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'
import { shell } from './shell.ts'

export const zh: Words<typeof en> = { common, errors, shell }

import type { en } from './en/all-texts.ts'

/** What a language must say: every key of English. Chinese knows no singular, so `_one` stays out. */
export type Dictionary = Words<typeof en>

/** The same of a part of English. */
export type Words<English> = {
  [Key in keyof English as Key extends `${string}_one` ? never : Key]: English[Key] extends string
    ? string
    : Words<English[Key]>
}

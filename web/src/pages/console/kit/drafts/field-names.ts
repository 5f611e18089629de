import type { FieldPath } from '@clutch/contract/rules/console/merge-edits.ts'
import { useTranslation } from '../../../../locales/translate.ts'

/** What a field is called in a form, and how its values are written where that is not as they are. */
export type FieldName =
  | string
  | { name: string; show?: (value: never) => string; part?: (key: never) => string }

/** The name of each field of a form. */
export type FieldNames<Fields extends object = Record<string, unknown>> = {
  readonly [Name in keyof Fields]: FieldName
}

interface FieldText {
  name: (path: FieldPath) => string
  value: (path: FieldPath, value: unknown) => string
}

/** Names and values of the fields of a form, as the review of a conflict writes them. */
export function useFieldText(names: FieldNames): FieldText {
  const { t, i18n } = useTranslation()
  const entryOf = ([field = '']: FieldPath) => {
    const entry = names[field] ?? field
    return typeof entry === 'string' ? { name: entry } : entry
  }
  const plain = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t(($) => $.admin.review.empty)
    if (typeof value === 'boolean') return t(($) => (value ? $.admin.review.on : $.admin.review.off))
    if (Array.isArray(value)) {
      if (value.length === 0) return t(($) => $.admin.review.empty)
      return value.map((entry) => plain(entry)).join('\n')
    }
    if (typeof value === 'object')
      return Object.values(value)
        .filter((text) => text !== '')
        .join(' / ')
    if (typeof value === 'number') return value.toLocaleString(i18n.language)
    return typeof value === 'string' ? value : ''
  }
  return {
    name: (path) => {
      const { name: label, part } = entryOf(path)
      const key = path[1]
      if (key === undefined) return label
      if (part) return `${label} · ${part(key as never)}`
      return key === 'zh' || key === 'en' ? t(($) => $.admin.form[key], { label }) : `${label} · ${key}`
    },
    value: (path, value) => {
      const { show } = entryOf(path)
      return show && value !== null && value !== '' ? show(value as never) : plain(value)
    },
  }
}

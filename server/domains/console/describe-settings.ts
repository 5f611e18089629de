import type { z } from 'zod/mini'
import type { configEntrySchema } from '@clutch/contract/api/console/console.ts'
import { type Config, settingDefinitions } from '../../platform/config/config.ts'
import { settingsInChinese } from '../../platform/config/settings-in-chinese.ts'

type Described = z.infer<typeof configEntrySchema>
type Name = keyof typeof settingDefinitions

/** What a setting is about, by its name; the rest is about the portal itself. */
const groups: readonly { names: RegExp; group: Described['group'] }[] = [
  { names: /^STEAM_/, group: 'accounts' },
  { names: /^(SMTP|MAIL)_/, group: 'mail' },
  { names: /^(ALIPAY|WECHAT|PAYPAL)_/, group: 'payments' },
  { names: /^CLUTCH_(RENTAL|GAME|DOCKER|REPORT|DEMO)/, group: 'rentals' },
  { names: /^CLUTCH_(POLL|ALLOW_PRIVATE)/, group: 'servers' },
  { names: /^INVENTORY_/, group: 'inventory' },
]

const valueMax = 200
/** What an operator of the page need not know of a command of the machine: a word of it may be a key. */
const commands = new Set<string>(['gameCommand', 'gameVerifyCommand'])

/** Returns every config value with its meaning, its source and, unless it is a secret, its value. */
export function describeSettings(config: Config): Described[] {
  return (Object.keys(settingDefinitions) as Name[]).map((name) => {
    const { variable, doc, ...definition } = settingDefinitions[name]
    const secret = 'secret' in definition
    return {
      name: variable,
      group: groupOf(variable),
      doc: { zh: settingsInChinese[name], en: doc },
      secret,
      value: secret ? null : shown(name, config[name]),
      source: config.sources[name],
    }
  })
}

function groupOf(variable: string): Described['group'] {
  return groups.find(({ names }) => names.test(variable))?.group ?? 'portal'
}

function shown(name: Name, value: unknown): string | null {
  if (value === undefined) return null
  if (Array.isArray(value) && commands.has(name)) return `${String(value[0])} … (${value.length})`
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ')
  if (isSpan(value)) return `${value.first}-${value.last}`
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
  return text.length > valueMax ? `${text.slice(0, valueMax)}…` : text
}

function isSpan(value: unknown): value is { first: number; last: number } {
  return typeof value === 'object' && value !== null && 'first' in value && 'last' in value
}

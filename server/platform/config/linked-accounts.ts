import { grantedGroups } from '@clutch/contract/rules/accounts/groups.ts'
import type { LinkProvider } from '@clutch/contract/rules/accounts/linked-accounts.ts'
import { z } from 'zod'
import { type SettingDefinition, type SettingValues, httpUrl } from './setting.ts'

const snowflake = z.string().regex(/^\d{15,22}$/, 'must be an id as Discord shows it')
const secret = z.string().regex(/^[\x21-\x7e]{8,200}$/, 'must be as the service shows it')

/** The role for every linked member, and one for each group. */
const roleNames = ['linked', ...grantedGroups] as const

export type DiscordRoleName = (typeof roleNames)[number]

const rolesSchema = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' })
      return z.NEVER
    }
  })
  .pipe(z.partialRecord(z.enum(roleNames), snowflake, `must hold ids of roles by ${roleNames.join(', ')}`))

/** Accounts of Discord and QQ that players link, and roles on a Discord server. */
export const linkedAccountSettings = {
  discordUrl: {
    variable: 'DISCORD_URL',
    doc: 'Discord, or a proxy of it that can be reached from here and from the players’ browsers.',
    schema: httpUrl,
    default: 'https://discord.com',
  },
  discordClientId: {
    variable: 'DISCORD_CLIENT_ID',
    doc: 'The application with which players link their Discord accounts and sign in (https://discord.com/developers/applications). Its redirect is `PUBLIC_URL/api/account/links/discord/callback`.',
    schema: snowflake.optional(),
  },
  discordClientSecret: {
    variable: 'DISCORD_CLIENT_SECRET',
    doc: 'The client secret of that application.',
    schema: secret.optional(),
    secret: true,
  },
  discordBotToken: {
    variable: 'DISCORD_BOT_TOKEN',
    doc: 'The token of the application’s bot, which gives and takes roles. It needs the permission to manage roles, and a role above those.',
    schema: secret.optional(),
    secret: true,
  },
  discordGuild: {
    variable: 'DISCORD_GUILD',
    doc: 'The id of the Discord server (guild) on which roles are given.',
    schema: snowflake.optional(),
  },
  discordRoles: {
    variable: 'DISCORD_ROLES',
    doc: 'Which role each group has there, as JSON: `{"vip":"1234…","pro":"…","kol":"…","op":"…","linked":"…"}`. `linked` is for every player with a linked account. The portal gives and takes these roles alone.',
    schema: rolesSchema.optional(),
  },
  qqUrl: {
    variable: 'QQ_URL',
    doc: 'QQ Connect, where players agree to link their QQ accounts.',
    schema: httpUrl,
    default: 'https://graph.qq.com',
  },
  qqAppId: {
    variable: 'QQ_APP_ID',
    doc: 'The application at QQ Connect (https://connect.qq.com). Its callback is `PUBLIC_URL/api/account/links/qq/callback`.',
    schema: z
      .string()
      .regex(/^\d{6,20}$/, 'must be the id as QQ Connect shows it')
      .optional(),
  },
  qqAppKey: {
    variable: 'QQ_APP_KEY',
    doc: 'The key of that application.',
    schema: secret.optional(),
    secret: true,
  },
} satisfies Record<string, SettingDefinition>

/** The services whose application the settings name. */
export function configuredLinkProviders({
  discordClientId,
  discordClientSecret,
  qqAppId,
  qqAppKey,
}: Partial<SettingValues<typeof linkedAccountSettings>>): LinkProvider[] {
  const hasDiscord = discordClientId !== undefined && discordClientSecret !== undefined
  const hasQq = qqAppId !== undefined && qqAppKey !== undefined
  return [...(hasDiscord ? (['discord'] as const) : []), ...(hasQq ? (['qq'] as const) : [])]
}

type Values = Partial<SettingValues<typeof linkedAccountSettings>>

/** Returns why the settings are invalid: half of an application, roles that no bot can give, or an emulator in production. */
export function linkedAccountProblems(values: Values, isProduction: boolean): string[] {
  const { discordClientId, discordClientSecret, discordBotToken, discordGuild, discordRoles } = values
  const problems: string[] = []
  const require = (name: keyof typeof linkedAccountSettings, cause: keyof typeof linkedAccountSettings) => {
    if (values[cause] !== undefined && values[name] === undefined)
      problems.push(
        `${linkedAccountSettings[name].variable}: is missing, since ${linkedAccountSettings[cause].variable} is set`,
      )
  }
  require('discordClientSecret', 'discordClientId')
  require('discordClientId', 'discordClientSecret')
  require('qqAppKey', 'qqAppId')
  require('qqAppId', 'qqAppKey')
  const ofRoles = { discordBotToken, discordGuild, discordRoles }
  if (Object.values(ofRoles).some((value) => value !== undefined)) {
    for (const name of ['discordBotToken', 'discordGuild', 'discordRoles'] as const)
      if (values[name] === undefined)
        problems.push(
          `${linkedAccountSettings[name].variable}: is missing; roles need DISCORD_BOT_TOKEN, DISCORD_GUILD and DISCORD_ROLES`,
        )
    if (discordClientId === undefined || discordClientSecret === undefined)
      problems.push('DISCORD_CLIENT_ID: roles are for linked accounts, which need the application')
  }
  for (const name of ['discordUrl', 'qqUrl'] as const)
    if (isProduction && values[name]?.startsWith('http://'))
      problems.push(`${linkedAccountSettings[name].variable}: production speaks with it by https only`)
  return problems
}

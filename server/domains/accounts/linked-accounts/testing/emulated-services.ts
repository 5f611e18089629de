import { type OAuthEmulator, startOAuthEmulator } from '@clutch/emulators/oauth/index.ts'
import type { Config } from '../../../../platform/config/config.ts'
import { type TestContext, createTestContext } from '../../../../testing/test-context.ts'

export const alice = '100000000000000001'
export const bob = '100000000000000002'
export const qqAlice = '0123456789ABCDEF0123456789ABCDEF'
export const roles = {
  linked: '300000000000000001',
  vip: '300000000000000002',
  op: '300000000000000003',
} as const
const guild = '200000000000000001'
/** The origin that the services send browsers back to. */
const publicUrl = 'https://cs.example.org'

/** A context whose settings name emulated Discord and QQ applications. */
export async function createLinkedAccountsContext(
  over: Partial<Config> = {},
): Promise<{ context: TestContext; services: OAuthEmulator }> {
  const discord = { clientId: '400000000000000001', clientSecret: 'discord-secret' }
  const qq = { clientId: '101234567', clientSecret: 'qq-app-key' }
  const redirect = (provider: string) => [`${publicUrl}/api/account/links/${provider}/callback`]
  const services = await startOAuthEmulator({
    discord: {
      ...discord,
      redirects: redirect('discord'),
      users: [
        { id: alice, username: 'alice_cs', global_name: 'Alice' },
        { id: bob, username: 'bob', global_name: null },
      ],
      botToken: 'bot.token',
      guild,
      members: [alice],
      roles: [roles.linked, roles.vip],
      rolesAbove: [roles.op],
    },
    qq: { ...qq, redirects: redirect('qq'), users: [{ openid: qqAlice, nickname: '小爱' }] },
  })
  const context = await createTestContext()
  const config = {
    ...context.config,
    publicUrl,
    discordUrl: services.url,
    discordClientId: discord.clientId,
    discordClientSecret: discord.clientSecret,
    discordBotToken: 'bot.token',
    discordGuild: guild,
    discordRoles: roles,
    qqUrl: services.url,
    qqAppId: qq.clientId,
    qqAppKey: qq.clientSecret,
    ...over,
  }
  return { context: { ...context, config }, services }
}

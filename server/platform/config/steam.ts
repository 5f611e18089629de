import { z } from 'zod'
import { type SettingDefinition, httpUrl, list, origin } from './setting.ts'

/** Sign-in by Steam, and its names and pictures. */
export const steamSettings = {
  steamOpenidUrl: {
    variable: 'STEAM_OPENID_URL',
    doc: 'Where players prove who they are at Steam (OpenID 2.0). Its identities are those of the same site, `…/openid/id/`.',
    schema: httpUrl.refine(
      (text) => text.endsWith('/openid/login'),
      'must end in /openid/login, as Steam’s does',
    ),
    default: 'https://steamcommunity.com/openid/login',
  },
  steamRealm: {
    variable: 'STEAM_REALM',
    doc: 'What Steam shows players as the site they sign in to; the public address where nothing else is set.',
    schema: origin.optional(),
    derived: true,
  },
  steamApiUrl: {
    variable: 'STEAM_API_URL',
    doc: 'The base of Steam’s Web API, or of a mirror that can be reached from here.',
    schema: httpUrl,
    default: 'https://api.steampowered.com',
  },
  steamApiKey: {
    variable: 'STEAM_API_KEY',
    doc: 'A Steam Web API key (https://steamcommunity.com/dev/apikey). With it players have their Steam names and pictures; sign-in works without.',
    schema: z
      .string()
      .regex(/^[\w-]{8,128}$/, 'must be the key as Steam shows it')
      .optional(),
    secret: true,
  },
  steamPictureHosts: {
    variable: 'STEAM_PICTURE_HOSTS',
    doc: 'The hosts, by comma, from which pictures named by the Web API are fetched; those below them too.',
    schema: list(z.string().regex(/^[a-z0-9.:-]{1,253}$/, 'must be host names by comma')),
    default: 'steamstatic.com,akamaihd.net,steamcommunity.com',
  },
} satisfies Record<string, SettingDefinition>

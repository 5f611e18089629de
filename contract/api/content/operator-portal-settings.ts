import * as z from 'zod/mini'
import { featuresChangeSchema } from '../../features.ts'
import { isEmail } from '../../rules/accounts/email-address.ts'
import { type ModerationKind, isModerationCommand } from '../../rules/servers/rcon/moderation-commands.ts'
import { areVipCommands, vipTableUses } from '../../rules/vip/vip-commands.ts'
import { defineCall } from '../call.ts'
import { bothLanguages, line, nameLine } from '../shared/fields.ts'
import { expectedRevision } from '../shared/list-query.ts'
import { webAddressSchema } from '../shared/web-address.ts'
import { portalSchema } from './portal.ts'

const vipCommandSchema = z
  .string()
  .check(
    z.refine(
      areVipCommands,
      'at most five console lines that begin with a command and have known placeholders',
    ),
  )

/** What a VIP plugin calls its server in its table (`sid`). */
export const vipServerIdSchema = z.int().check(z.minimum(0), z.maximum(2_147_483_647))

/**
 * How VIP reaches the game servers: the group their plugin knows, the console lines of each moment (empty sends nothing), and the
 * plugin's table with the number (`sid`) that it gives its server.
 */
export const vipCommandsSchema = z.object({
  group: z.string().check(z.regex(/^[\w.-]{1,32}$/, 'letters, digits, dot, hyphen')),
  grant: vipCommandSchema,
  extend: vipCommandSchema,
  expire: vipCommandSchema,
  table: z.enum(vipTableUses),
  serverId: vipServerIdSchema,
})

export type VipCommands = z.infer<typeof vipCommandsSchema>

const moderationCommandSchema = (kind: ModerationKind) =>
  z
    .string()
    .check(
      z.refine(
        (text) => isModerationCommand(kind, text),
        'at most three console lines that begin with a command and have placeholders',
      ),
    )

/** The commands about players, and for messages; an empty one turns the action off. */
export const moderationCommandsSchema = z.object({
  kick: moderationCommandSchema('kick'),
  ban: moderationCommandSchema('ban'),
  unban: moderationCommandSchema('unban'),
  mute: moderationCommandSchema('mute'),
  unmute: moderationCommandSchema('unmute'),
  gag: moderationCommandSchema('gag'),
  ungag: moderationCommandSchema('ungag'),
  message: moderationCommandSchema('message'),
})

export type ModerationCommands = z.infer<typeof moderationCommandsSchema>

/** G2, G3: what the page says of practice servers. */
export const rentalTextsSchema = z.object({
  /** One line beside the title. */
  lead: bothLanguages(80),
  bullets: z.array(bothLanguages(120)).check(z.maxLength(12)),
  /** Where players ask for help; null names nowhere. */
  supportEmail: z.nullable(
    z.string().check(z.refine((text) => isEmail(text.toLowerCase()), 'one e-mail address')),
  ),
  /**
   * G3: the content of "notes" on the list of a user's servers; `{email}` is the contact address for players.
   */
  notices: z.array(bothLanguages(200)).check(z.maxLength(12)),
})

export type RentalTexts = z.infer<typeof rentalTextsSchema>

/** The portal's settings as the operator sees them: what the page gets, the community's own texts, the commands of VIP. */
export const portalSettingsSchema = z.extend(portalSchema, {
  links: z.object({
    discord: z.optional(webAddressSchema),
    qq: z.optional(webAddressSchema),
    bilibili: z.optional(webAddressSchema),
    weibo: z.optional(webAddressSchema),
  }),
  filing: z.nullable(z.object({ text: line(60).check(z.minLength(1)), url: webAddressSchema })),
  vip: z.object({ subscribeUrl: z.nullable(webAddressSchema), storeUrl: z.nullable(webAddressSchema) }),
  rules: bothLanguages(20_000),
  vipCommands: vipCommandsSchema,
  moderationCommands: moderationCommandsSchema,
  practice: rentalTextsSchema,
})

export type PortalSettings = z.infer<typeof portalSettingsSchema>

/** The same with which state of it this is; 0 before anything was set. */
const operatorPortalSettingsSchema = z.extend(portalSettingsSchema, { revision: z.int() })

export type OperatorPortalSettings = z.infer<typeof operatorPortalSettingsSchema>

const linkSchema = z.optional(z.nullable(z.string()))

/** A change names only what changes, down to the single switch; a link, the filing, the banner of maintenance is removed by null. */
export const portalSettingsChangeSchema = z.partial(
  z.strictObject({
    name: nameLine(40).check(z.minLength(1)),
    features: featuresChangeSchema,
    links: z.strictObject({ discord: linkSchema, qq: linkSchema, bilibili: linkSchema, weibo: linkSchema }),
    filing: portalSettingsSchema.shape.filing,
    join: portalSchema.shape.join,
    vip: z.partial(portalSettingsSchema.shape.vip),
    maintenance: portalSchema.shape.maintenance,
    inventory: z.partial(
      z.extend(portalSchema.shape.inventory, { note: z.partial(portalSchema.shape.inventory.shape.note) }),
    ),
    rules: z.partial(portalSettingsSchema.shape.rules),
    vipCommands: z.partial(vipCommandsSchema),
    moderationCommands: z.partial(moderationCommandsSchema),
    practice: z.partial(z.extend(rentalTextsSchema, { lead: z.partial(rentalTextsSchema.shape.lead) })),
    revision: expectedRevision,
  }),
)

export type PortalSettingsChange = z.output<typeof portalSettingsChangeSchema>

export const operatorGetPortalSettings = defineCall({
  id: 'operatorGetPortalSettings',
  method: 'GET',
  path: '/api/operator/portal',
  who: 'operator',
  area: 'any',
  tag: 'operator',
  summary:
    'Switches, links, name, the community-wide rules text, the pages and the commands of VIP, the texts of practice servers, the banner of maintenance, the inventory’s note and groups.',
  reply: operatorPortalSettingsSchema,
})

export const operatorChangePortalSettings = defineCall({
  id: 'operatorChangePortalSettings',
  method: 'PATCH',
  path: '/api/operator/portal',
  who: 'operator',
  area: 'settings',
  tag: 'operator',
  audit: 'changePortal',
  summary:
    'Changes switches, links, name, rules text, the pages of VIP or its commands, the texts of practice servers, the banner of maintenance, the inventory’s note and groups (A10, B5, B6, F4, G2, G3, J3); pages see it at their next start. The commands for game servers need the right to change `rcon` on all servers, too: `operator.not_permitted`.',
  body: portalSettingsChangeSchema,
  reply: operatorPortalSettingsSchema,
  errors: ['edit.conflict'],
})

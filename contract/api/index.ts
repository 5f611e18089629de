import * as account from './accounts/account.ts'
import * as apiTokens from './accounts/api-tokens.ts'
import * as auth from './accounts/sign-in.ts'
import * as steamBinding from './accounts/steam-binding.ts'
import type { Call } from './call.ts'
import * as demos from './rentals/demos.ts'
import * as embeds from './servers/embeds.ts'
import * as events from './events/game-reports.ts'
import * as hostChecks from './events/host-checks.ts'
import * as faqs from './content/faqs.ts'
import * as inventory from './inventory/inventory.ts'
import * as leaderboard from './leaderboard/boards.ts'
import * as linkedAccounts from './accounts/linked-accounts.ts'
import * as mailSettings from './accounts/mail-settings.ts'
import * as operatorRegistry from './servers/operator-servers.ts'
import * as operatorPortal from './content/operator-portal-settings.ts'
import * as operatorAccounts from './accounts/operators.ts'
import * as operatorRoles from './accounts/operator-roles.ts'
import * as operatorAnnouncements from './content/operator-announcements.ts'
import * as operatorAudit from './accounts/operator-audit-log.ts'
import * as operatorGroups from './accounts/operator-groups.ts'
import * as operatorBoards from './leaderboard/operator-boards.ts'
import * as operatorBackups from './console/backups.ts'
import * as operatorConsole from './console/console.ts'
import * as operatorSearch from './console/search.ts'
import * as operatorCommands from './content/operator-chat-commands.ts'
import * as operatorEvents from './events/operator-log-feeds.ts'
import * as operatorExports from './console/list-exports.ts'
import * as operatorFaqs from './content/operator-faqs.ts'
import * as operatorGameSettings from './rentals/operator-game-settings.ts'
import * as operatorFleetJobs from './rentals/operator-fleet-jobs.ts'
import * as operatorGameUpdates from './rentals/operator-game-updates.ts'
import * as operatorHosts from './rentals/operator-hosts.ts'
import * as operatorPayments from './payments/operator-orders.ts'
import * as operatorPaymentChecks from './payments/operator-payment-checks.ts'
import * as operatorPrices from './payments/operator-prices.ts'
import * as operatorRegions from './rentals/operator-regions.ts'
import * as operatorRentalModeration from './rentals/operator-rental-moderation.ts'
import * as operatorRentals from './rentals/operator-rentals.ts'
import * as operatorUsers from './accounts/operator-users.ts'
import * as operatorServerControl from './servers/operator-server-control.ts'
import * as operatorModeration from './servers/operator-moderation.ts'
import * as operatorSanctions from './moderation/operator-sanctions.ts'
import * as appeals from './moderation/appeals.ts'
import * as operatorCases from './moderation/operator-cases.ts'
import * as reports from './moderation/reports.ts'
import * as bans from './moderation/bans.ts'
import * as sanctionImports from './moderation/sanction-imports.ts'
import * as operatorVip from './vip/operator-vip.ts'
import * as operatorChannels from './notifications/operator-channels.ts'
import * as operatorDeliveries from './notifications/operator-deliveries.ts'
import * as operatorNotificationRules from './notifications/operator-rules.ts'
import * as push from './notifications/push.ts'
import * as webhooks from './payments/webhooks.ts'
import * as payments from './payments/orders.ts'
import * as portal from './content/portal.ts'
import * as mapChanges from './rentals/map-changes.ts'
import * as rentalAdmins from './rentals/rental-admins.ts'
import * as rentals from './rentals/rentals.ts'
import * as rentalPage from './rentals/rental-page.ts'
import * as savedGrenades from './rentals/saved-grenades.ts'
import * as teammates from './rentals/teammates.ts'
import * as servers from './servers/servers.ts'
import * as vip from './vip/vip.ts'

const modules = [
  servers,
  embeds,
  leaderboard,
  events,
  hostChecks,
  portal,
  faqs,
  auth,
  steamBinding,
  account,
  mailSettings,
  linkedAccounts,
  push,
  operatorRegistry,
  operatorPortal,
  operatorServerControl,
  operatorModeration,
  operatorSanctions,
  sanctionImports,
  bans,
  operatorCases,
  appeals,
  reports,
  operatorAnnouncements,
  operatorFaqs,
  operatorCommands,
  operatorAccounts,
  operatorRoles,
  apiTokens,
  operatorUsers,
  operatorAudit,
  operatorBoards,
  operatorGroups,
  operatorBackups,
  operatorConsole,
  operatorSearch,
  operatorChannels,
  operatorNotificationRules,
  operatorDeliveries,
  operatorEvents,
  operatorGameSettings,
  operatorFleetJobs,
  operatorGameUpdates,
  operatorHosts,
  payments,
  webhooks,
  vip,
  rentals,
  rentalPage,
  savedGrenades,
  rentalAdmins,
  mapChanges,
  teammates,
  demos,
  inventory,
  operatorPrices,
  operatorPayments,
  operatorPaymentChecks,
  operatorVip,
  operatorRegions,
  operatorRentalModeration,
  operatorRentals,
  operatorExports,
] as const

/** Every call of the portal, for the API's own pages and for the tests that walk all of them. */
export const allCalls: readonly Call[] = modules.flatMap((module) =>
  Object.values<unknown>(module).filter(isCall),
)

type ValueOf<Module> = Module extends unknown ? Module[keyof Module] : never

/** The calls by which an operator changes something. */
export type OperatorChange = Extract<ValueOf<(typeof modules)[number]>, { audit: string }>

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'who' in value
}

/** Every business constant of the specification, once (document 1 §9). Durations in ms unless the name says otherwise. */

/** Every time a person reads is of this zone (document 2 §5: GMT+8). */
export const communityTimeZone = 'Asia/Shanghai'
/** How far that zone is ahead of UTC, ms; it has had no summer time since 1991. */
export const communityOffsetMs = 8 * 3_600_000

/** D8: the refresh button rests this long after a reload, and the overlay lingers this long after the load. */
/** A call of the page is given up after this time; one with a body of more than `uploadBytes` after the longer one. */
export const callTimeoutMs = 15_000
export const uploadTimeoutMs = 120_000
export const uploadBytes = 64 * 1024

export const refreshCooldownMs = 5_000
export const overlayLingerMs = 200

/** D13: the unfiltered list is asked again this often. */
export const serverListPollMs = 30_000

/** D14: how long the page keeps a player list per ip:port. */
export const playerListCacheMs = 5 * 60_000

/** D15: a list that was not confirmed for this long is shown with its time: three polls of the page. */
export const serverListStaleMs = 90_000

/** B3, D3: a copy confirmation reverts after this. */
export const copyConfirmationMs = 2_000

/** Toasts close by themselves after this (document 2 §4). */
export const toastMs = 5_000
export const maxVisibleToasts = 3

/** E2: the quick-join spinner, and the name lengths above which its font shrinks. */
export const quickJoinSpinnerMs = 500
export const quickJoinLongName = 25
export const quickJoinLongerName = 35

/** E3: free slots a server must have to be offered. */
export const quickJoinMinFreeSlots = 4
export const quickJoinMinFreeSlotsVip = 1

/** F8: slots reserved for VIPs by default, and at most. */
export const reservedSlotsDefault = 2
export const reservedSlotsMax = 3

/** Slot meter: the most segments it draws; fuller servers are drawn to scale. */
export const slotMeterSegments = 20

/** Live status: how often a server is asked, and after how many silent polls it counts as offline. */
export const pollIntervalMs = 10_000
export const offlineAfterMisses = 3

/** A player list may be this old before the server is queried again, for all callers. */
export const playerListMaxAgeMs = 3_000

/** Player-count history: a minute's resolution for a day, an hour's for a year. */
export const minuteHistoryRetentionMs = 24 * 3_600_000
export const hourHistoryRetentionMs = 366 * 24 * 3_600_000

/** The stream: heartbeat, most listeners of one process, and how much may wait for a slow one (bytes). */
export const streamHeartbeatMs = 25_000
export const maxStreamListeners = 5_000
/** Live streams of every kind that one network address (of IPv6 a /64) may have open at a process. */
export const streamsPerAddress = 30
/** I8: exports of boards that one network address may load at a time, and how many a process makes or has waiting. */
export const exportsPerAddress = 4
export const maxQueuedExports = 16
/**
 * I8: how often an export of a changed board is built again at most, and of an unchanged board: groups and
 * names change too.
 */
export const changedExportMaxAgeMs = 10_000
export const exportMaxAgeMs = 5 * 60_000
/** An operator's export whose reader takes nothing for this long is ended. */
export const exportIdleMs = 60_000
/** C20: the /48 of an IPv6 address may do this many times as much as the address. */
export const networkLimitFactor = 20
export const streamBacklogMaxBytes = 64 * 1024

/** How long a case is kept after it was closed, with its reports, evidence and comments. */
export const closedCaseRetentionMs = 180 * 24 * 3_600_000

/** Largest request body the API reads, bytes. */
export const bodyMaxBytes = 256 * 1024

/** I8: rows of one page of a board; the page asks for them 1-based. */
export const boardPageSize = 50
/** I2: the players on the cards; the table starts after them when no group is chosen. */
export const boardTopCount = 5
/** I6: the season word for the sum of everything. */
export const allTime = 'all'
/** Length of the trend on a player's page. */
export const trendDays = 90
/** The servers a player's page lists, the latest first. */
export const maxRecentServers = 10

/** I3 fairness: kills on a server with fewer people than this don't count, where the operator set nothing else. */
export const minHumansDefault = 2

/** Events of one server: a batch's size (bytes), and how many batches and bytes a second it may send, in bursts of ten seconds. */
export const eventBodyMaxBytes = 1024 * 1024
export const eventBatchesPerSecond = 50
export const eventBytesPerSecond = 4 * 1024 * 1024
/** A roster older than this says nothing any more about who plays now. */
export const rosterMaxAgeMs = 15 * 60_000
/** No longer than this is counted as play between two lines of a log: a clock that jumps is not a player. */
export const maxPlayGapMs = 3_600_000

/** C16: a session's whole life; it is not prolonged by use. */
export const sessionLifetimeMs = 7 * 24 * 3_600_000
/** C14: how often the page looks whether its tokens still hold. */
export const sessionCheckIntervalMs = 60_000
/** A session's last use is written down at most this often. */
export const sessionLastSeenIntervalMs = 5 * 60_000
/** The last use of an API token is written down at most this often. */
export const apiTokenLastUsedIntervalMs = 60_000
/** How long an API token is listed after its end. */
export const endedApiTokenRetentionMs = 90 * 24 * 3_600_000
/** Browsers of one player that get notifications, and how long a test for one of them is worth showing. */
export const maxPushBrowsers = 10
export const pushTestLifetimeMs = 10 * 60_000
/** C3: a ticket between the provider and the page; C19: the way to the provider and back. */
export const ticketLifetimeMs = 2 * 60_000
export const signInTimeoutMs = 10 * 60_000
/** How far an assertion's time may be from ours, either way. */
export const maxAssertionSkewMs = 5 * 60_000
/**
 * How long a sign-in at Steam, or by an operator's link, is recent enough for actions that an e-mail account
 * or an old session must not perform.
 */
export const recentSignInMs = 10 * 60_000
/** A link that signs an operator in. */
export const signInLinkLifetimeMs = 15 * 60_000
/** C6, C10: the life of every e-mail bind token, and of the proof a code of the game left on it. */
export const bindTokenLifetimeMs = 15 * 60_000
export const gameProofLifetimeMs = 5 * 60_000
/** C6: the code sent by e-mail: digits, life, wrong tries, and when another may be sent. */
export const emailCodeDigits = 6
export const emailCodeLifetimeMs = 10 * 60_000
export const emailCodeMaxAttempts = 5
export const emailResendDelayMs = 60_000
/** C6: countdown of the success view before the sign-in is shown. */
export const registrationSuccessViewMs = 5_000
/** C8: a reset's link, and how often one may be asked for. */
export const passwordResetLifetimeMs = 30 * 60_000
export const passwordResetIntervalMs = 5 * 60_000
/** C8: every new password. */
export const passwordMinLength = 8
export const passwordMaxLength = 128
/** C10: the code a player reads in the game. */
export const gameBindCodeLength = 8
export const gameBindCodeLifetimeMs = 10 * 60_000
export const gameBindCodesPerHour = 3
/** J2: a name chosen by the user. */
export const usernameMaxLength = 32
/** J2: a mail about a changed password or second factor is sent this late at most. */
export const securityMailMaxDelayMs = 24 * 3_600_000
/** C12: retention of the audit log: two years. */
export const auditLogRetentionMs = 2 * 366 * 24 * 3_600_000
/** How long an operator’s idempotency key is remembered: no repeat of a request comes later. */
export const idempotencyKeyRetentionMs = 30 * 24 * 3_600_000
/** A second factor: its recovery codes. */
export const recoveryCodeCount = 10
/** Age at which a player's Steam profile is fetched again. */
export const profileMaxAgeMs = 24 * 3_600_000
/**
 * I3: the first players of every board are shown with Steam's names and pictures, fetched again after a week,
 * in batches.
 */
export const rankedProfileCount = 500
export const rankedProfileMaxAgeMs = 7 * 24 * 3_600_000
export const rankedProfileBatchSize = 200

/** H4: how long an attempt can be paid, and how often the page asks whether it was. */
export const paymentWindowMs = 480_000
export const orderPollMs = 10_000
/** An order without an attempt is closed after this. */
export const unpaidOrderTimeoutMs = 30 * 60_000
/** Timeout of a provider: what it did is then unknown and queried later. */
export const providerTimeoutMs = 8_000
/** A provider’s bill may take several calls: all of them together end by then. */
export const billTimeoutMs = 60_000
/** H5: how often a buyer may have the provider queried, ms between two queries. */
export const paymentCheckIntervalMs = 3_000
/** The largest notify of a provider, bytes. */
export const webhookMaxBytes = 64 * 1024
/** Validity of gift cards from the day of purchase. */
export const giftCardLifetimeMs = 730 * 24 * 3_600_000
/** How far back the audit log is searched by default (C12). */
export const auditSearchDays = 90
/** The most cards an operator makes at once. */
export const giftCardBatchMax = 500
/** The most login tokens of game servers an operator enters at once. */
export const loginTokensMax = 200
/** A question about an order. */
export const orderQuestionMaxLength = 1_000
/** Orders of one page of a list. */
export const orderPageSize = 20
/** F5: how late tooltips come: elsewhere, and inside the privilege table. */
export const tooltipDelayMs = 700
export const tableTooltipDelayMs = 50

/** G10: a rented server's name and password. */
export const rentalNameMinLength = 3
export const rentalNameMaxLength = 16
export const rentalPasswordMinLength = 4
export const rentalPasswordMaxLength = 16
/** G15: people on the list of a rented server, and the note on each. */
export const maxAdmins = 7
export const adminNoteMaxLength = 20
/** G7: how long all actions are locked after a restart was requested; it takes one to two minutes. */
export const restartLockMs = 40_000
/** G8, G18: how long a button is held before its action starts. */
export const holdDurationMs = 2_000
/** G18: switches per day (Asia/Shanghai), when a long wait is announced, and when the page stops waiting. */
export const regionSwitchesPerDay = 2
export const slowRegionSwitchMs = 60_000
export const regionSwitchWaitMs = 300_000
/** A switch whose new server is not ready by then has failed. */
export const regionSwitchTimeoutMs = 10 * 60_000
/** G24: a verification is over by then. */
export const verificationTimeoutMs = 15 * 60_000
/** G12: how long the confirmation stays after a new server is paid. */
export const creationConfirmationMs = 180_000
/** G25: a creation that takes longer has failed: its owner is informed and may request a refund. */
export const creationTimeoutMs = 30 * 60_000
/** G21: retention of an expired server's data. */
export const expiredRentalRetentionMs = 7 * 24 * 3_600_000
/** G17: how often the list of demos may be requested; how long a link is valid. */
export const demoRefreshCooldownMs = 3_000
export const demoLinkLifetimeMs = 10 * 60_000
/** One demo, and the demos of one server, bytes; past the second the oldest make room. */
export const demoMaxBytes = 1024 * 1024 * 1024
export const demoQuotaBytes = 5 * 1024 * 1024 * 1024
/** The demos of one server; past it the oldest make room. */
export const maxDemosPerServer = 200
export const demoPageSize = 50
/** G16: past teammates that are offered, the latest first. */
export const maxTeammates = 50
/** G16: a player who was not seen on an owner's servers for this long is no longer their teammate: a year. */
export const teammateRetentionMs = 366 * 24 * 3_600_000
/** The shortest and longest notice before occupied servers are restarted for an update, minutes. */
export const minUpdateDeadlineMinutes = 5
export const maxUpdateDeadlineMinutes = 24 * 60
/** How many servers of a job on many are worked on at once, unless the operator says otherwise, and at most. */
export const defaultJobParallel = 2
export const maxJobParallel = 10
/** The most servers of one restart by a list. */
export const maxJobRentals = 200
/** A change to an official map is over by then, one to a Workshop map by the second: it is downloaded first. */
export const mapChangeTimeoutMs = 3 * 60_000
export const workshopChangeTimeoutMs = 15 * 60_000
/** A score that was reported longer ago is not shown. */
export const scoreMaxAgeMs = 30 * 60_000
/** Players of a server that its card names. */
export const maxLivePlayers = 64
/** The file with a server's saved grenades, bytes, and the line-ups in it. A request that uploads one has room for it. */
export const savedGrenadesMaxBytes = 192 * 1024
export const maxSavedGrenades = 2_000
/** Slots of a rented server. */
export const rentalSlots = 16

/** J3: what the inventory site is asked for has come by then, and no answer of it is longer (bytes). */
export const inventoryTimeoutMs = 8_000
export const inventoryResponseMaxBytes = 16 * 1024
/** J3: the delay between sign-in and loading the frame, and until the spinner is removed. */
export const inventoryFrameDelayMs = 500
export const inventorySpinnerTimeoutMs = 4_000
/** J3: a frame that has not loaded by then is reported as late. */
export const inventoryFrameTimeoutMs = 20_000
/** J3: how long a successful check of the sign-in at the inventory site holds. */
export const inventoryCheckValidityMs = 5 * 60_000

/**
 * RCON of game servers: the longest line an operator may send, and how much of an answer is stored
 * (characters).
 */
export const rconCommandMaxLength = 500
export const rconOutputMaxLength = 20_000
/** RCON commands: how long they are stored, and how many the page gets. */
export const rconLogRetentionMs = 90 * 24 * 3_600_000
export const rconLogPageSize = 200
/** Limits of bans and of messages to players. */
export const maxBanMinutes = 525_600
export const reasonMaxLength = 120
/** The largest file of sanctions that is imported, bytes: about 100,000 rows of a dump. */
export const sanctionImportMaxBytes = 32 * 1024 * 1024
/** A test of a log feed is over by then. */
export const logTestTimeoutMs = 8_000
/** The live log: lines it begins with, and how many of one process may listen. */
export const logTailLines = 100
export const maxLogListeners = 100

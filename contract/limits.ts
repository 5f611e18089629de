/** Every business constant of the specification, once (document 1 §9). Durations in ms unless the name says otherwise. */

/** Every time a person reads is of this zone (document 2 §5: GMT+8). */
export const communityTimeZone = 'Asia/Shanghai'

/** A6, A12: below this width (CSS px) the sidebar is an overlay. */
export const mobileBreakpointPx = 1024

/** D8: the refresh button rests this long after a reload, and the overlay lingers this long after the load. */
export const refreshCooldownMs = 5_000
export const overlayLingerMs = 200

/** D13: the unfiltered list is asked again this often. */
export const allServersPollMs = 30_000

/** D14: how long the page keeps a player list per ip:port. */
export const playerCacheMs = 5 * 60_000

/** D15: a list that nobody has confirmed for so long is shown with its time: three polls of the page. */
export const listStaleMs = 90_000

/** B3, D3: a copy confirmation reverts after this. */
export const copyConfirmationMs = 2_000

/** Toasts close by themselves after this (document 2 §4). */
export const toastMs = 5_000
export const toastsAtOnce = 3

/** E2: the quick-join spinner, and the name lengths above which its font shrinks. */
export const quickJoinSpinnerMs = 500
export const quickJoinLongName = 25
export const quickJoinLongerName = 35

/** E3: free slots a server must have to be offered. */
export const quickJoinFreeSlots = 4
export const quickJoinFreeSlotsVip = 1

/** F8: slots kept for VIPs where the operator set nothing else, and the most there can be. */
export const reservedSlotsDefault = 2
export const reservedSlotsMax = 3

/** Slot meter: the most segments it draws; fuller servers are drawn to scale. */
export const slotMeterSegments = 20

/** Live status: how often a server is asked, and after how many silent polls it counts as offline. */
export const pollIntervalMs = 10_000
export const offlineAfterMisses = 3

/** A player list may be this old before the server is asked again, whoever asks. */
export const playersFreshMs = 3_000

/** Player-count history: a minute's resolution for a day, an hour's for a year. */
export const historyMinuteKeptMs = 24 * 3_600_000
export const historyHourKeptMs = 366 * 24 * 3_600_000

/** The stream: heartbeat, most listeners of one process, and how much may wait for a slow one (bytes). */
export const streamHeartbeatMs = 25_000
export const streamListenersMax = 5_000
export const streamBacklogMax = 64 * 1024

/** Largest request body the API reads, bytes. */
export const bodyMaxBytes = 256 * 1024

/** I8: rows of one page of a board; the page asks for them 1-based. */
export const boardPageSize = 50
/** I2: the players on the cards; the table starts after them when no group is chosen. */
export const boardTopCount = 5
/** I6: the season word for the sum of everything. */
export const allTime = 'all'
/** The trend on a player's page reaches back so many days. */
export const trendDays = 90
/** The servers a player's page lists, the latest first. */
export const recentServersMax = 10

/** I3 fairness: kills on a server with fewer people than this don't count, where the operator set nothing else. */
export const minHumansDefault = 2

/** Events of one server: a batch's size (bytes), and how many batches and bytes a second it may send, in bursts of ten seconds. */
export const eventBodyMaxBytes = 1024 * 1024
export const eventBatchesPerSecond = 50
export const eventBytesPerSecond = 4 * 1024 * 1024
/** Raw batches are kept this long; as long can a late one still be counted in its place. */
export const eventsKeptMs = 30 * 24 * 3_600_000
/** A roster older than this says nothing any more about who plays now. */
export const rosterFreshMs = 15 * 60_000
/** No longer than this is counted as play between two lines of a log: a clock that jumps is not a player. */
export const silentPlayMaxMs = 3_600_000

/** C16: a session's whole life; it is not prolonged by use. */
export const sessionMs = 7 * 24 * 3_600_000
/** C14: how often the page looks whether its tokens still hold. */
export const tokenCheckMs = 60_000
/** A session's last use is written down at most this often. */
export const sessionSeenMs = 5 * 60_000
/** C3: a ticket between the provider and the page; C19: the way to the provider and back. */
export const ticketMs = 2 * 60_000
export const signInMs = 10 * 60_000
/** How far an assertion's time may be from ours, either way. */
export const assertionSkewMs = 5 * 60_000
/** A sign-in at Steam, or by an operator's link, is fresh so long: what an e-mail account or an old session must not do. */
export const freshSignInMs = 10 * 60_000
/** A link that signs an operator in. */
export const signInLinkMs = 15 * 60_000
/** C6, C10: the life of every e-mail bind token, and of the proof a code of the game left on it. */
export const bindTokenMs = 15 * 60_000
export const provenInGameMs = 5 * 60_000
/** C6: the code sent by e-mail: digits, life, wrong tries, and when another may be sent. */
export const emailCodeDigits = 6
export const emailCodeMs = 10 * 60_000
export const emailCodeTries = 5
export const emailResendMs = 60_000
/** C6: the success view counts down so long, then shows the login. */
export const registeredViewMs = 5_000
/** C8: a reset's link, and how often one may be asked for. */
export const passwordResetMs = 30 * 60_000
export const resetThrottleMs = 5 * 60_000
/** C8: every new password. */
export const passwordMinLength = 8
export const passwordMaxLength = 128
/** C10: the code a player reads in the game. */
export const gameBindCodeLength = 8
export const gameBindCodeMs = 10 * 60_000
export const gameBindCodesPerHour = 3
/** J2: a name somebody chose. */
export const usernameMaxLength = 32
/** J2: the mail that tells of a changed password is sent this late at most. */
export const passwordChangedMailMs = 24 * 3_600_000
/** C12: lines of the audit log are kept this long: two years. */
export const auditKeptMs = 2 * 366 * 24 * 3_600_000
/** A second factor: its recovery codes. */
export const recoveryCodeCount = 10
/** What Steam told of a player is asked again after this. */
export const profileFreshMs = 24 * 3_600_000

/** H4: how long an attempt can be paid, and how often the page asks whether it was. */
export const paymentWindowMs = 480_000
export const orderPollMs = 10_000
/** An order nobody began to pay is closed after this. */
export const unpaidOrderMs = 30 * 60_000
/** A provider that has not answered by then has not answered: what it did is unknown and asked for later. */
export const providerTimeoutMs = 8_000
/** A provider’s bill may take several calls: all of them together end by then. */
export const billTimeoutMs = 60_000
/** H5: how long the page lets somebody look at a provider again, ms between two looks. */
export const paymentLookMs = 3_000
/** The largest notify of a provider, bytes. */
export const notifyMaxBytes = 64 * 1024
/** Gift cards hold so long from the day they were bought. */
export const giftCardMs = 730 * 24 * 3_600_000
/** The most cards an operator makes at once. */
export const giftCardBatchMax = 500
/** A question about an order. */
export const orderQuestionMax = 1_000
/** Orders of one page of a list. */
export const orderPageSize = 20
/** F5: the privilege table's height (px), and how late its tooltips come: elsewhere, and inside the table. */
export const privilegeTablePx = 450
export const tooltipDelayMs = 700
export const tableTooltipDelayMs = 50

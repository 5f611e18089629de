import type { RentalHistoryKind } from '@clutch/contract/api/rentals/operator-rentals.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import type { StatusTone } from '../../../../ui/status/status-dot.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import type { RentalFile } from '../rentals.queries.ts'
import { useLocalizedText, useProblemText, useRegionName, useDurationText } from '../rental-text.ts'

export type HistoryLine = RentalFile['history'][number]

/** Each kind as written by the portal, with its text key and its look. */
const kinds = {
  ordered: { word: 'ordered', tone: 'info' },
  renewed: { word: 'renewed', tone: 'info' },
  shortened: { word: 'shortened', tone: 'busy' },
  revoked: { word: 'revoked', tone: 'bad' },
  'refund-asked': { word: 'refundAsked', tone: 'busy' },
  extended: { word: 'extended', tone: 'info' },
  ended: { word: 'ended', tone: 'bad' },
  maintenance: { word: 'maintenance', tone: 'moving' },
  'maintenance over': { word: 'maintenanceOver', tone: 'good' },
  'maintenance-credit': { word: 'maintenanceCredit', tone: 'info' },
  'outage over': { word: 'outageOver', tone: 'good' },
  'outage-credit': { word: 'outageCredit', tone: 'info' },
  placed: { word: 'placed', tone: 'muted' },
  'no room': { word: 'noRoom', tone: 'bad' },
  started: { word: 'started', tone: 'muted' },
  ready: { word: 'ready', tone: 'good' },
  'settings applied': { word: 'settingsApplied', tone: 'muted' },
  restarted: { word: 'restarted', tone: 'good' },
  'restarted, was silent': { word: 'restartedSilent', tone: 'busy' },
  'restarted, refused its password': { word: 'restartedRefused', tone: 'busy' },
  'password refused': { word: 'passwordRefused', tone: 'bad' },
  'log address restored': { word: 'logRestored', tone: 'busy' },
  'restarted for an update': { word: 'restartedUpdate', tone: 'good' },
  'restarted at night': { word: 'restartedNight', tone: 'good' },
  'update announced': { word: 'updateAnnounced', tone: 'info' },
  'interruption announced': { word: 'interruptionAnnounced', tone: 'info' },
  'map changed': { word: 'mapChanged', tone: 'good' },
  'map not changed': { word: 'mapNotChanged', tone: 'bad' },
  'map set again': { word: 'mapRestored', tone: 'info' },
  'grenades added': { word: 'grenadesAdded', tone: 'info' },
  'grenades restored': { word: 'grenadesRestored', tone: 'info' },
  crashed: { word: 'crashed', tone: 'bad' },
  trouble: { word: 'trouble', tone: 'bad' },
  unreached: { word: 'unreached', tone: 'bad' },
  lost: { word: 'lost', tone: 'bad' },
  moved: { word: 'moved', tone: 'good' },
  'not moved': { word: 'notMoved', tone: 'bad' },
  'port taken': { word: 'portTaken', tone: 'busy' },
  'host full': { word: 'hostFull', tone: 'busy' },
  verified: { word: 'verified', tone: 'good' },
  'verification failed': { word: 'verifyFailed', tone: 'bad' },
  'verification given up': { word: 'verifyGivenUp', tone: 'busy' },
  stopped: { word: 'stopped', tone: 'muted' },
  cleared: { word: 'cleared', tone: 'muted' },
  failed: { word: 'failed', tone: 'bad' },
  'left over, removed': { word: 'leftOver', tone: 'busy' },
} as const satisfies Record<RentalHistoryKind, { word: string; tone: StatusTone }>

interface HistoryLineText {
  title: string
  /** What belongs to it, ready to be read; empty where nothing does. */
  detail: string
  tone: StatusTone
}

/** Formats an entry of a rental's history; an unknown kind is shown as the portal wrote it. */
export function useHistoryText(): (line: HistoryLine) => HistoryLineText {
  const { t } = useTranslation()
  const details = useDetails()
  return (line) => {
    const kind = Object.hasOwn(kinds, line.what) ? kinds[line.what as keyof typeof kinds] : undefined
    if (kind === undefined) {
      const raw = Object.keys(line.detail).length === 0 ? '' : JSON.stringify(line.detail)
      return { title: line.what, detail: raw, tone: 'muted' }
    }
    return { title: t(($) => $.adminRentals.line[kind.word]), detail: details(line), tone: kind.tone }
  }
}

function useDetails(): (line: HistoryLine) => string {
  const generation = useGeneration()
  const amounts = useAmountTexts()
  const places = useLocationTexts()
  const words = useMessageTexts()
  return (line) =>
    [...generation(line), ...places(line.detail), ...amounts(line.detail), ...words(line.detail)].join(' · ')
}

type DetailTexts = (detail: HistoryLine['detail']) => string[]

function useGeneration(): (line: HistoryLine) => string[] {
  const { t } = useTranslation()
  return ({ generation }) =>
    generation === null ? [] : [t(($) => $.adminRentals.detail.generation, { generation })]
}

/** Regions, hosts and ports. */
function useLocationTexts(): DetailTexts {
  const { t } = useTranslation()
  const regionName = useRegionName()
  return ({ region, hostName, port, from, to }) => {
    const details: string[] = []
    if (typeof region === 'string') details.push(regionName(region))
    if (typeof hostName === 'string')
      details.push(typeof port === 'number' ? `${hostName}:${port}` : hostName)
    if (typeof to === 'string') {
      const target = regionName(to)
      details.push(
        typeof from === 'string'
          ? t(($) => $.adminRentals.detail.from, { from: regionName(from), to: target })
          : t(($) => $.adminRentals.detail.to, { to: target }),
      )
    }
    return details
  }
}

/** How long, until when, how often. */
function useAmountTexts(): DetailTexts {
  const { t } = useTranslation()
  const span = useDurationText()
  return ({ hours, minutes, until, ms, count }) => {
    const details: string[] = []
    if (typeof hours === 'number') details.push(t(($) => $.adminRentals.detail.hours, { count: hours }))
    if (typeof minutes === 'number') details.push(t(($) => $.adminRentals.detail.minutes, { count: minutes }))
    const end = typeof until === 'string' ? Date.parse(until) : Number.NaN
    if (!Number.isNaN(end))
      details.push(t(($) => $.adminRentals.detail.until, { time: formatConsoleTime(end) }))
    if (typeof ms === 'number') details.push(t(($) => $.adminRentals.detail.took, { time: span(ms) }))
    if (typeof count === 'number') details.push(t(($) => $.adminRentals.detail.times, { count }))
    return details
  }
}

/** Returns the texts of problems, and of messages to players. */
function useMessageTexts(): DetailTexts {
  const { t } = useTranslation()
  const problemWords = useProblemText()
  const say = useLocalizedText()
  return ({ problem, reason, keepData, zh, en, step, version, map, title, mode }) => {
    const details: string[] = []
    for (const text of [map, title, mode]) if (typeof text === 'string') details.push(text)
    if (typeof version === 'string') details.push(version)
    if (typeof step === 'string') details.push(step)
    for (const text of [problem, reason])
      if (typeof text === 'string' && text !== '') details.push(problemWords(text))
    if (typeof keepData === 'boolean')
      details.push(t(($) => (keepData ? $.adminRentals.detail.kept : $.adminRentals.detail.dropped)))
    if (typeof zh === 'string' && typeof en === 'string' && zh + en !== '') details.push(say({ zh, en }))
    return details
  }
}

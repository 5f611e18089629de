import type { Overview } from '@clutch/contract/api/operator-console.ts'
import { communityTimeZone } from '@clutch/contract/limits.ts'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { clockTime, communityTime } from '../../../app/community-time.ts'
import { useTheme } from '../../../app/theme.ts'
import { ChartFrame, LinesLegend } from '../../../ui/chart-frame.tsx'
import { Panel } from '../../../ui/layout.tsx'
import { LineChart } from '../../../ui/line-chart.tsx'
import { Hidden } from '../../../ui/text.tsx'
import { playersOptions, type Pointed } from './players-options.ts'
import { playersSeries, pointAt, summaryOf } from './players-series.ts'

/** Players on all servers over the period, over the one before. */
export function PlayersPanel({ overview }: { overview: Overview }) {
  const { t } = useTranslation()
  const { range, players } = overview
  const summary = summaryOf(players.points)
  return (
    <Panel
      title={t(($) => $.adminOverview.players)}
      action={
        <LinesLegend
          line={t(($) => $.adminOverview.now[range])}
          dashed={t(($) => $.adminOverview.before[range])}
        />
      }
    >
      <PlayersChart overview={overview} />
      {summary ? (
        <Hidden>
          <Words overview={overview} summary={summary} />
        </Hidden>
      ) : (
        <p>{t(($) => $.adminOverview.noPlayers)}</p>
      )}
    </Panel>
  )
}

function PlayersChart({ overview }: { overview: Overview }) {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const { range, players } = overview
  const moment = useMoment(range)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const data = useMemo(() => playersSeries(players, range), [players, range])
  const options = useCallback(
    (style: CSSStyleDeclaration) => playersOptions(style, range, i18n.language, setPointed),
    [range, i18n.language],
  )
  const now = pointed && pointAt(players.points, pointed.seconds)
  const before = pointed && pointAt(players.before, pointed.seconds)
  const tip = pointed &&
    now && {
      left: pointed.left,
      width: pointed.width,
      title: t(($) => $.adminOverview.tipPlayers, {
        time: moment(now.at),
        players: Math.round(now.players),
      }),
      lines: before
        ? [
            t(($) => $.adminOverview.tipBefore, {
              before: t(($) => $.adminOverview.before[range]),
              players: Math.round(before.players),
            }),
          ]
        : [],
    }
  return (
    <ChartFrame tip={tip ?? null}>
      {/* The colours are read when it is drawn: another theme is another drawing. */}
      <LineChart key={theme} data={data} options={options} timeZone={communityTimeZone} low />
    </ChartFrame>
  )
}

interface WordsProps {
  overview: Overview
  summary: NonNullable<ReturnType<typeof summaryOf>>
}

const rowsTold = 24

/** The drawing in words, for screen readers. */
function Words({ overview: { range, players }, summary }: WordsProps) {
  const { t } = useTranslation()
  const moment = useMoment(range)
  const step = Math.max(1, Math.ceil(players.points.length / rowsTold))
  const told = players.points.filter((_, place) => (players.points.length - 1 - place) % step === 0)
  return (
    <>
      <p>
        {t(($) => $.adminOverview.summary, {
          from: moment(players.from),
          to: moment(players.to),
          mean: summary.mean,
          most: summary.most,
          mostAt: moment(summary.mostAt),
        })}
      </p>
      <table>
        <caption>{t(($) => $.adminOverview.players)}</caption>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.adminOverview.time)}</th>
            <th scope="col">{t(($) => $.adminOverview.now[range])}</th>
            <th scope="col">{t(($) => $.adminOverview.before[range])}</th>
          </tr>
        </thead>
        <tbody>
          {told.map((point) => (
            <tr key={point.at}>
              <th scope="row">{moment(point.at)}</th>
              <td>{Math.round(point.players)}</td>
              <td>{Math.round(pointAt(players.before, point.at / 1_000)?.players ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** A time of day, with its day where the range is longer than one. */
function useMoment(range: Overview['range']): (at: number) => string {
  const { i18n } = useTranslation()
  const format = communityTime(i18n.language, {
    ...(range !== '24h' && { month: 'numeric', day: 'numeric' }),
    ...clockTime,
  })
  return (at) => format.format(at)
}

import type { Overview } from '@clutch/contract/api/console/console.ts'
import { communityTimeZone } from '@clutch/contract/limits.ts'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { clockTime, communityTimeFormat } from '../../../app/time/community-time.ts'
import { useTheme } from '../../../app/browser/theme.ts'
import { ChartFrame, LinesLegend } from '../../../ui/charts/chart-frame.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { LineChart } from '../../../ui/charts/line-chart.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import { createPlayersChartOptions, type PointerPosition } from './players-chart-options.ts'
import { createPlayersChartData, findPoint, summarizePoints } from './players-chart-data.ts'

/** Players on all servers over the period, over the one before. */
export function PlayersPanel({ overview }: { overview: Overview }) {
  const { t } = useTranslation()
  const { range, players } = overview
  const summary = summarizePoints(players.points)
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
        <VisuallyHidden>
          <PlayersChartText overview={overview} summary={summary} />
        </VisuallyHidden>
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
  const moment = useTimeFormat(range)
  const [pointed, setPointed] = useState<PointerPosition | null>(null)
  const data = useMemo(() => createPlayersChartData(players, range), [players, range])
  const options = useCallback(
    (style: CSSStyleDeclaration) => createPlayersChartOptions(style, range, i18n.language, setPointed),
    [range, i18n.language],
  )
  const now = pointed && findPoint(players.points, pointed.seconds)
  const before = pointed && findPoint(players.before, pointed.seconds)
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
  summary: NonNullable<ReturnType<typeof summarizePoints>>
}

const maxTableRows = 24

/** The drawing in words, for screen readers. */
function PlayersChartText({ overview: { range, players }, summary }: WordsProps) {
  const { t } = useTranslation()
  const moment = useTimeFormat(range)
  const step = Math.max(1, Math.ceil(players.points.length / maxTableRows))
  const rows = players.points.filter((_, place) => (players.points.length - 1 - place) % step === 0)
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
          {rows.map((point) => (
            <tr key={point.at}>
              <th scope="row">{moment(point.at)}</th>
              <td>{Math.round(point.players)}</td>
              <td>{Math.round(findPoint(players.before, point.at / 1_000)?.players ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** A time of day, with its day where the range is longer than one. */
function useTimeFormat(range: Overview['range']): (at: number) => string {
  const { i18n } = useTranslation()
  const format = communityTimeFormat(i18n.language, {
    ...(range !== '24h' && { month: 'numeric', day: 'numeric' }),
    ...clockTime,
  })
  return (at) => format.format(at)
}

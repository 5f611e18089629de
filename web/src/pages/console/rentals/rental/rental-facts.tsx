import { useTranslation } from '../../../../locales/translate.ts'
import { Facts, type Fact } from '../../../../ui/tables/facts.tsx'
import { Panel, Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { Code } from '../../../../ui/text/text.tsx'
import { ConsoleLink } from '../../kit/console-link.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { RentalStatus } from '../rentals-page.tsx'
import type { RentalFile } from '../rentals.queries.ts'
import { useLocalizedText, useProblemText } from '../rental-text.ts'

/** A rental's details: its owner, its current instance, and its problems. */
export function RentalFacts({ file }: { file: RentalFile }) {
  const { t } = useTranslation()
  return (
    <Panel title={t(($) => $.adminRentals.rental.facts)}>
      <Stack>
        <Notes file={file} />
        <Facts facts={[...useRentalFacts(file), ...useInstanceFacts(file)]} />
      </Stack>
    </Panel>
  )
}

/** What an operator has to know before anything else. */
function Notes({ file: { rental, maintenance } }: { file: RentalFile }) {
  const { t } = useTranslation()
  const say = useLocalizedText()
  const problem = useProblemText()
  const { own, region } = maintenance
  return (
    <>
      {rental.problem !== '' && <Note tone="bad">{problem(rental.problem)}</Note>}
      {rental.switching !== null && (
        <Note tone="busy">
          {t(($) => $.adminRentals.rental.moving, {
            region: say(rental.switching.region_name),
            time: formatConsoleTime(rental.switching.since),
          })}
        </Note>
      )}
      {own !== null && (
        <Note tone="busy">
          {t(($) => $.adminRentals.rental.maintainedSince, { time: formatConsoleTime(own.since) })}{' '}
          {say(own.text)}
        </Note>
      )}
      {region !== null && (
        <Note tone="busy">
          {t(($) => $.adminRentals.rental.regionMaintained, { time: formatConsoleTime(region.since) })}{' '}
          {say(region.text)}
        </Note>
      )}
    </>
  )
}

function useRentalFacts({ rental }: RentalFile): Fact[] {
  const { t } = useTranslation()
  return [
    { name: t(($) => $.adminRentals.number), text: <Code>{rental.instance_id}</Code> },
    { name: t(($) => $.adminRentals.status), text: <RentalStatus rental={rental} /> },
    {
      name: t(($) => $.adminRentals.owner),
      text: (
        <Row gap="s" wrap>
          <ConsoleLink to={`users/${rental.userId}`}>{rental.ownerName || rental.owner}</ConsoleLink>
          <Code>{rental.owner}</Code>
        </Row>
      ),
    },
    {
      name: t(($) => $.adminRentals.kind),
      text: t(($) => $.adminRentals.kinds[rental.relocatable === 1 ? 'relocatable' : 'fixed']),
    },
    { name: t(($) => $.adminRentals.created), text: formatConsoleTime(rental.created) },
    { name: t(($) => $.adminRentals.expires), text: formatConsoleTime(rental.expires) },
  ]
}

function useInstanceFacts({ rental, orders }: RentalFile): Fact[] {
  const { t } = useTranslation()
  const say = useLocalizedText()
  const { live, hostName, public_ip: host, server_port: port, kept_until: kept } = rental
  const address = port === null ? t(($) => $.adminRentals.rental.nowhere) : <Code>{`${host}:${port}`}</Code>
  return [
    { name: t(($) => $.adminRentals.region), text: say(rental.region_name) },
    { name: t(($) => $.adminRentals.hostName), text: hostName ?? '-' },
    { name: t(($) => $.adminRentals.rental.address), text: address },
    {
      name: t(($) => $.adminRentals.players),
      text:
        live === null
          ? '-'
          : t(($) => $.adminRentals.rental.playing, {
              players: live.players,
              max: live.max,
              map: live.map,
            }),
    },
    { name: t(($) => $.adminRentals.rental.orders), text: <Orders orders={orders} /> },
    ...(kept === null
      ? []
      : [
          {
            name: t(($) => $.adminRentals.rental.files),
            text: t(($) => $.adminRentals.rental.keptUntil, { time: formatConsoleTime(kept) }),
          },
        ]),
  ]
}

function Orders({ orders }: Pick<RentalFile, 'orders'>) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs">
      {orders.map(({ id, number, kind, at, takenBack }) => (
        <Row key={id} gap="s" wrap>
          <ConsoleLink to={`orders/${id}`}>{number}</ConsoleLink>
          <span>{t(($) => $.adminRentals.rental.orderKinds[kind])}</span>
          <span>{formatConsoleTime(at)}</span>
          {takenBack !== null && <span>{t(($) => $.adminRentals.takenBack)}</span>}
        </Row>
      ))}
    </Stack>
  )
}

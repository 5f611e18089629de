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

/** What a lease is, who owns it, where it stands now, and what it meets. */
export function RentalFacts({ file }: { file: RentalFile }) {
  const { t } = useTranslation()
  return (
    <Panel title={t(($) => $.adminRentals.lease.facts)}>
      <Stack>
        <Notes file={file} />
        <Facts facts={[...useRentalFacts(file), ...useInstanceFacts(file)]} />
      </Stack>
    </Panel>
  )
}

/** What an operator has to know before anything else. */
function Notes({ file: { lease, maintenance } }: { file: RentalFile }) {
  const { t } = useTranslation()
  const say = useLocalizedText()
  const problem = useProblemText()
  const { own, region } = maintenance
  return (
    <>
      {lease.problem !== '' && <Note tone="bad">{problem(lease.problem)}</Note>}
      {lease.switching !== null && (
        <Note tone="busy">
          {t(($) => $.adminRentals.lease.moving, {
            region: say(lease.switching.region_name),
            time: formatConsoleTime(lease.switching.since),
          })}
        </Note>
      )}
      {own !== null && (
        <Note tone="busy">
          {t(($) => $.adminRentals.lease.maintainedSince, { time: formatConsoleTime(own.since) })}{' '}
          {say(own.text)}
        </Note>
      )}
      {region !== null && (
        <Note tone="busy">
          {t(($) => $.adminRentals.lease.regionMaintained, { time: formatConsoleTime(region.since) })}{' '}
          {say(region.text)}
        </Note>
      )}
    </>
  )
}

function useRentalFacts({ lease }: RentalFile): Fact[] {
  const { t } = useTranslation()
  return [
    { name: t(($) => $.adminRentals.number), text: <Code>{lease.instance_id}</Code> },
    { name: t(($) => $.adminRentals.status), text: <RentalStatus lease={lease} /> },
    {
      name: t(($) => $.adminRentals.owner),
      text: (
        <Row gap="s" wrap>
          <ConsoleLink to={`users/${lease.userId}`}>{lease.ownerName || lease.owner}</ConsoleLink>
          <Code>{lease.owner}</Code>
        </Row>
      ),
    },
    {
      name: t(($) => $.adminRentals.kind),
      text: t(($) => $.adminRentals.kinds[lease.relocatable === 1 ? 'relocatable' : 'fixed']),
    },
    { name: t(($) => $.adminRentals.created), text: formatConsoleTime(lease.created) },
    { name: t(($) => $.adminRentals.expires), text: formatConsoleTime(lease.expires) },
  ]
}

function useInstanceFacts({ lease, orders }: RentalFile): Fact[] {
  const { t } = useTranslation()
  const say = useLocalizedText()
  const { live, node, public_ip: host, server_port: port, kept_until: kept } = lease
  const address = port === null ? t(($) => $.adminRentals.lease.nowhere) : <Code>{`${host}:${port}`}</Code>
  return [
    { name: t(($) => $.adminRentals.region), text: say(lease.region_name) },
    { name: t(($) => $.adminRentals.node), text: node ?? '-' },
    { name: t(($) => $.adminRentals.lease.address), text: address },
    {
      name: t(($) => $.adminRentals.players),
      text:
        live === null
          ? '-'
          : t(($) => $.adminRentals.lease.playing, {
              players: live.players,
              max: live.max,
              map: live.map,
            }),
    },
    { name: t(($) => $.adminRentals.lease.orders), text: <Orders orders={orders} /> },
    ...(kept === null
      ? []
      : [
          {
            name: t(($) => $.adminRentals.lease.files),
            text: t(($) => $.adminRentals.lease.keptUntil, { time: formatConsoleTime(kept) }),
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
          <span>{t(($) => $.adminRentals.lease.orderKinds[kind])}</span>
          <span>{formatConsoleTime(at)}</span>
          {takenBack !== null && <span>{t(($) => $.adminRentals.takenBack)}</span>}
        </Row>
      ))}
    </Stack>
  )
}

import { useTranslation } from '../../../../locales/translate.ts'
import { Facts, type Fact } from '../../../../ui/facts.tsx'
import { Panel, Row, Stack } from '../../../../ui/layout.tsx'
import { Note } from '../../../../ui/note.tsx'
import { Code } from '../../../../ui/text.tsx'
import { ConsoleLink } from '../../kit/console-link.tsx'
import { consoleTime } from '../../kit/words.ts'
import { LeaseStatus } from '../leases-page.tsx'
import type { LeaseFile } from '../rentals.queries.ts'
import { useInLanguage, useProblemWords } from '../words.ts'

/** What a lease is, who owns it, where it stands now, and what it meets. */
export function LeaseFacts({ file }: { file: LeaseFile }) {
  const { t } = useTranslation()
  return (
    <Panel title={t(($) => $.adminRentals.lease.facts)}>
      <Stack>
        <Notes file={file} />
        <Facts facts={[...useWhat(file), ...useWhere(file)]} />
      </Stack>
    </Panel>
  )
}

/** What an operator has to know before anything else. */
function Notes({ file: { lease, maintenance } }: { file: LeaseFile }) {
  const { t } = useTranslation()
  const say = useInLanguage()
  const problem = useProblemWords()
  const { own, region } = maintenance
  return (
    <>
      {lease.problem !== '' && <Note tone="bad">{problem(lease.problem)}</Note>}
      {lease.switching !== null && (
        <Note tone="busy">
          {t(($) => $.adminRentals.lease.moving, {
            region: say(lease.switching.region_name),
            time: consoleTime(lease.switching.since),
          })}
        </Note>
      )}
      {own !== null && (
        <Note tone="busy">
          {t(($) => $.adminRentals.lease.maintainedSince, { time: consoleTime(own.since) })} {say(own.text)}
        </Note>
      )}
      {region !== null && (
        <Note tone="busy">
          {t(($) => $.adminRentals.lease.regionMaintained, { time: consoleTime(region.since) })}{' '}
          {say(region.text)}
        </Note>
      )}
    </>
  )
}

function useWhat({ lease }: LeaseFile): Fact[] {
  const { t } = useTranslation()
  return [
    { name: t(($) => $.adminRentals.number), text: <Code>{lease.instance_id}</Code> },
    { name: t(($) => $.adminRentals.status), text: <LeaseStatus lease={lease} /> },
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
    { name: t(($) => $.adminRentals.created), text: consoleTime(lease.created) },
    { name: t(($) => $.adminRentals.expires), text: consoleTime(lease.expires) },
  ]
}

function useWhere({ lease, orders }: LeaseFile): Fact[] {
  const { t } = useTranslation()
  const say = useInLanguage()
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
            text: t(($) => $.adminRentals.lease.keptUntil, { time: consoleTime(kept) }),
          },
        ]),
  ]
}

function Orders({ orders }: Pick<LeaseFile, 'orders'>) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs">
      {orders.map(({ id, number, kind, at, takenBack }) => (
        <Row key={id} gap="s" wrap>
          <ConsoleLink to={`orders/${id}`}>{number}</ConsoleLink>
          <span>{t(($) => $.adminRentals.lease.orderKinds[kind])}</span>
          <span>{consoleTime(at)}</span>
          {takenBack !== null && <span>{t(($) => $.adminRentals.takenBack)}</span>}
        </Row>
      ))}
    </Stack>
  )
}

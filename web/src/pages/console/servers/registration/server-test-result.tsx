import { useTranslation } from '../../../../locales/translate.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import type { Action } from '../../../../app/api/use-action.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Facts } from '../../../../ui/tables/facts.tsx'
import { Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Status } from '../../../../ui/status/status-dot.tsx'
import type { ServerTest } from '../servers.queries.ts'

interface ServerTestViewProps {
  test: ServerTest | null
  action: Pick<Action<never>, 'busy' | 'error'>
  onTest: () => void
  /** The name the server gave; empty where the form has it already. */
  given: string
  onUseName: () => void
}

/** J: asks the server before it is saved, and says what each question came to. */
export function ServerTestResult({ test, action, onTest, given, onUseName }: ServerTestViewProps) {
  const { t } = useTranslation()
  return (
    <Stack>
      <Row wrap>
        <Button icon="bolt" submitting={action.busy} onClick={onTest}>
          {t(($) => $.adminServers.test.run)}
        </Button>
        {given !== '' && (
          <Button variant="ghost" onClick={onUseName}>
            {t(($) => $.adminServers.test.useName, { name: given })}
          </Button>
        )}
      </Row>
      <ErrorNote error={action.error} />
      <div aria-live="polite">{test && <Results test={test} />}</div>
    </Stack>
  )
}

function Results({ test: { query, rcon } }: { test: ServerTest }) {
  const { t } = useTranslation()
  const answer = query.detail && t(($) => $.adminServers.test.answer, query.detail)
  return (
    <Facts
      facts={[
        {
          name: t(($) => $.adminServers.test.query),
          text: <Result probe={query} good={answer ?? ''} />,
        },
        {
          name: t(($) => $.adminServers.test.rcon),
          text: rcon ? (
            <Result probe={rcon} good={t(($) => $.adminServers.test.rconGood)} />
          ) : (
            t(($) => $.adminServers.test.noRcon)
          ),
        },
      ]}
    />
  )
}

function Result({
  probe,
  good,
}: {
  probe: Pick<ServerTest['query'], 'ok' | 'ms' | 'problem'>
  good: string
}) {
  const { t } = useTranslation()
  const { ok, ms, problem } = probe
  return (
    <Status tone={ok ? 'good' : 'bad'}>
      {ok || problem === null ? good : t(($) => $.adminServers.test[problem])}
      {` · ${t(($) => $.adminServers.test.ms, { count: ms })}`}
    </Status>
  )
}

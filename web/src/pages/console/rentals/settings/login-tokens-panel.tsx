import type { LoginToken, LoginTokens } from '@clutch/contract/api/rentals/operator-game-settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { useAction } from '../../../../app/api/use-action.ts'
import { useTranslation } from '../../../../locales/translate.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { FormText } from '../../../../ui/forms/form.tsx'
import { Panel, Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { Status, type StatusTone } from '../../../../ui/status/status-dot.tsx'
import { DataTable } from '../../../../ui/tables/data-table.tsx'
import { Permitted } from '../../kit/permitted.tsx'
import { ConsoleLink } from '../../kit/console-link.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { useConfirmation } from '../../kit/forms/use-confirmation.tsx'
import { AddTokensDialog, CreateTokensDialog } from './login-token-dialogs.tsx'
import { checkLoginTokens, removeLoginToken } from './game-settings.queries.ts'

const tones: Record<LoginToken['state'], StatusTone> = { free: 'good', used: 'info', expired: 'bad' }

/** The login tokens of game servers: which server has each, and what is left. */
export function LoginTokensPanel({ pool }: { pool: LoginTokens }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [dialog, setDialog] = useState<'add' | 'create' | null>(null)
  const check = useAction(() => checkLoginTokens(client))
  const { tokens, without, canCreate } = pool
  const isDry = tokens.length > 0 && without > 0 && tokens.every(({ state }) => state !== 'free')
  return (
    <Panel title={t(($) => $.adminGameSettings.tokens)}>
      <Stack>
        <ErrorNote error={check.error} />
        <FormText small>{t(($) => $.adminGameSettings.tokensHelp)}</FormText>
        {isDry && <Note tone="warn">{t(($) => $.adminGameSettings.dry, { n: without })}</Note>}
        <Permitted>
          <Row gap="s" wrap>
            <Button icon="plus" onClick={() => setDialog('add')}>
              {t(($) => $.adminGameSettings.add)}
            </Button>
            {canCreate && (
              <>
                <Button onClick={() => setDialog('create')}>{t(($) => $.adminGameSettings.create)}</Button>
                <Button icon="refresh" submitting={check.busy} onClick={() => void check.run()}>
                  {t(($) => $.adminGameSettings.check)}
                </Button>
              </>
            )}
          </Row>
        </Permitted>
        {tokens.length > 0 && <TokensTable tokens={tokens} />}
      </Stack>
      {dialog === 'add' && <AddTokensDialog onClose={() => setDialog(null)} />}
      {dialog === 'create' && <CreateTokensDialog onClose={() => setDialog(null)} />}
    </Panel>
  )
}

function TokensTable({ tokens }: { tokens: readonly LoginToken[] }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ask, asking } = useConfirmation()
  const remove = ({ id, ending }: LoginToken) =>
    ask({
      title: t(($) => $.adminGameSettings.removeTitle, { ending }),
      message: t(($) => $.adminGameSettings.removeHelp),
      action: t(($) => $.adminGameSettings.remove),
      run: () => removeLoginToken(client, id),
    })
  return (
    <>
      <DataTable
        label={t(($) => $.adminGameSettings.tokens)}
        rows={tokens}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'ending',
            title: t(($) => $.adminGameSettings.token),
            cell: ({ ending }) => `…${ending}`,
          },
          {
            id: 'state',
            title: t(($) => $.adminGameSettings.state),
            cell: ({ state }) => (
              <Status tone={tones[state]}>{t(($) => $.adminGameSettings.states[state])}</Status>
            ),
          },
          {
            id: 'server',
            title: t(($) => $.adminGameSettings.server),
            grow: true,
            cell: ({ number }) =>
              number === null ? '-' : <ConsoleLink to={`rentals/${number}`}>{number}</ConsoleLink>,
          },
          {
            id: 'added',
            title: t(($) => $.adminGameSettings.added),
            cell: ({ added }) => formatConsoleTime(added),
          },
          {
            id: 'remove',
            title: t(($) => $.adminGameSettings.remove),
            end: true,
            cell: (token) =>
              token.state === 'used' ? null : (
                <Permitted>
                  <Button
                    aria-label={t(($) => $.adminGameSettings.removeNamed, { ending: token.ending })}
                    onClick={() => remove(token)}
                  >
                    {t(($) => $.adminGameSettings.remove)}
                  </Button>
                </Permitted>
              ),
          },
        ]}
      />
      {asking}
    </>
  )
}

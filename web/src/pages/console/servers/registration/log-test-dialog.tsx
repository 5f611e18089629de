import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { CopyButton } from '../../../../app/copy/copy-button.tsx'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { useAction } from '../../../../app/api/use-action.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { CodeBlock } from '../../../../ui/text/code-block.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { FormText } from '../../../../ui/forms/form.tsx'
import { Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { Status } from '../../../../ui/status/status-dot.tsx'
import { issueSecret, testLog, type RegisteredServer, type ServerLogTest } from '../servers.queries.ts'

interface LogTestDialogProps {
  open: boolean
  server: RegisteredServer
  onClose: () => void
}

/** J: whether a server's log arrives here, and the lines that keep it so. */
export function LogTestDialog({ open, server, onClose }: LogTestDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [tested, setTested] = useState<Pick<ServerLogTest, 'commands'> & Partial<ServerLogTest>>()
  const test = useAction(async () => setTested(await testLog(client, server.id)))
  const issue = useAction(async () => setTested(await issueSecret(client, server.id)))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(($) => $.adminServers.logTest.title)}
      width="l"
      footer={
        <>
          <Button onClick={onClose}>
            {t(($) => (tested ? $.adminServers.logTest.done : $.adminServers.logTest.later))}
          </Button>
          <Button submitting={issue.busy} onClick={() => void issue.run()}>
            {t(($) => $.adminServers.logTest.issue)}
          </Button>
          <Button
            variant="primary"
            icon="bolt"
            submitting={test.busy}
            disabledReason={server.has_rcon ? undefined : t(($) => $.adminServers.console.noRcon)}
            onClick={() => void test.run()}
          >
            {t(($) => $.adminServers.logTest.run)}
          </Button>
        </>
      }
    >
      <Stack>
        <FormText>{t(($) => $.adminServers.logTest.lead)}</FormText>
        <FormText small>{t(($) => $.adminServers.logTest.replaces)}</FormText>
        <ErrorNote error={test.error ?? issue.error} />
        <div aria-live="polite">{tested?.delivered !== undefined && <LogTestResult {...tested} />}</div>
        {tested?.renewed === true && <Note tone="warn">{t(($) => $.adminServers.logTest.renewed)}</Note>}
        {tested && <Lines commands={tested.commands} />}
      </Stack>
    </Dialog>
  )
}

function LogTestResult({ delivered = false, ms = null }: Partial<ServerLogTest>) {
  const { t } = useTranslation()
  if (!delivered) return <Note tone="bad">{t(($) => $.adminServers.logTest.missing)}</Note>
  return <Status tone="good">{t(($) => $.adminServers.logTest.delivered, { count: ms ?? 0 })}</Status>
}

function Lines({ commands }: { commands: readonly string[] }) {
  const { t } = useTranslation()
  const text = commands.join('\n')
  return (
    <Stack gap="s">
      <FormText small>{t(($) => $.adminServers.logTest.lines)}</FormText>
      <CodeBlock text={text} />
      <Row>
        <CopyButton text={text} label={t(($) => $.adminServers.logTest.copy)}>
          {t(($) => $.adminServers.logTest.copy)}
        </CopyButton>
      </Row>
    </Stack>
  )
}

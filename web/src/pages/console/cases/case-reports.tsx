import type { CaseReport } from '@clutch/contract/api/moderation/operator-cases.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Panel, Row, Stack } from '../../../ui/layout/layout.tsx'
import { CodeBlock } from '../../../ui/text/code-block.tsx'
import { ConsoleLink } from '../kit/console-link.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { useCaseText } from './case-text.tsx'
import styles from './cases.module.css'

/** The reports of a case with the log around each. */
export function CaseReports({ reports }: { reports: readonly CaseReport[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t(($) => $.adminCases.reports)}>
      <ol className={styles.reports}>
        {reports.map((report) => (
          <li key={report.id}>
            <Report report={report} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Report({ report }: { report: CaseReport }) {
  const { t } = useTranslation()
  const words = useCaseText()
  const { reason, reporter, reporterName, name, text, source, server, at, weight } = report
  return (
    <Stack gap="s">
      <Row gap="s" wrap>
        <strong>{t(($) => $.adminCases.reasons[reason])}</strong>
        <ConsoleLink to={`users/${reporter}`}>{reporterName || reporter}</ConsoleLink>
        <span className={styles.muted}>
          {[
            t(($) => $.adminCases.sources[source]),
            words.server(server),
            formatConsoleTime(at),
            `${t(($) => $.adminCases.weight)} ${weight}`,
          ].join(' · ')}
        </span>
      </Row>
      {name !== '' && <span className={styles.muted}>{t(($) => $.adminCases.nameThen, { name })}</span>}
      {text !== '' && <p className={styles.text}>{text}</p>}
      <Evidence evidence={report.evidence} />
    </Stack>
  )
}

function Evidence({ evidence }: Pick<CaseReport, 'evidence'>) {
  const { t } = useTranslation()
  const words = useCaseText()
  if (evidence === null) return <span className={styles.muted}>{t(($) => $.adminCases.evidenceWaiting)}</span>
  if (evidence.length === 0)
    return <span className={styles.muted}>{t(($) => $.adminCases.evidenceMissing)}</span>
  const clock = new Intl.DateTimeFormat('sv', { timeStyle: 'medium', timeZone: 'Asia/Shanghai' })
  return (
    <details>
      <summary className={styles.summary}>{t(($) => $.adminCases.evidence)}</summary>
      <CodeBlock text={evidence.map((line) => `${clock.format(line.at)}  ${words.line(line)}`).join('\n')} />
    </details>
  )
}

import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { ServerCard } from '../card/server-card.tsx'
import { createSampleServer } from './sample-server.ts'
import { Cards } from './server-sections.tsx'

/** G3: sample cards behind the sign-in button of a signed-out visitor. */
export function SampleServers() {
  const { t } = useTranslation()
  const [servers] = useState(() =>
    ['sv-sample1', 'sv-sample2', 'sv-sample3', 'sv-sample4'].map((id) =>
      createSampleServer(
        id,
        t(($) => $.practice.mine.sample),
        t(($) => $.servers.place['ap-shanghai']),
      ),
    ),
  )
  return (
    <Cards>
      {servers.map((server) => (
        <ServerCard key={server.instance_id} server={server} now={server.created} onOpen={() => undefined} />
      ))}
    </Cards>
  )
}

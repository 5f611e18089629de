// @slow 35 s: runs containers
import { afterAll } from 'vitest'
import { testDriverRules } from '../testing/driver-rules.ts'
import { createDockerDriverFixture } from './testing/docker-driver-fixture.ts'
import { type Podman, canStartPodman, startPodman } from './testing/podman.ts'

let podman: Podman | undefined

afterAll(() => podman?.stop())

if (canStartPodman())
  testDriverRules(
    'the docker driver on a real engine',
    async () => {
      podman = await startPodman()
      return createDockerDriverFixture(podman)
    },
    { sampleStep: 12 },
  )

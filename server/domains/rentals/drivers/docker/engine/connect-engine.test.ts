import { once } from 'node:events'
import { createServer } from 'node:https'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { hasPeerProgram } from '@clutch/tools/testing/test-options.ts'
import { createSelfSignedCertificate } from '../../../../mail/testing/certificate.ts'
import { openDockerDriver } from '../open-docker-driver.ts'
import { HostUnreachable } from '../../driver.ts'
import { buildDockerConfig } from '../testing/docker-driver-fixture.ts'

test.skipIf(!hasPeerProgram('openssl'))(
  'R6 an engine far away is asked by certificates; without them it is silent, not empty',
  async () => {
    const own = createSelfSignedCertificate('IP:127.0.0.1')
    const tls = { ...own, ca: own.cert, requestCert: true, rejectUnauthorized: true }
    const server = createServer(tls, (_request, response) => response.end('[]')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const listBy = async (certificates: { ca?: string; cert?: string; key?: string }) => {
      const host = {
        name: 'far',
        regions: ['ap-shanghai'],
        url: `https://127.0.0.1:${port}`,
        ...certificates,
      }
      const config = buildDockerConfig({ url: '', image: 'cs2:1', mounts: [] }, ['/start'], {
        CLUTCH_DOCKER_HOSTS: JSON.stringify([{ ...host, bind: '0.0.0.0', ports: '27200-27299' }]),
      })
      const driver = await openDockerDriver({ config, log: pino({ level: 'silent' }) }, 'portal-1')
      expect(driver.hosts).toMatchObject([{ host: '127.0.0.1' }])
      return driver.list('far')
    }
    expect(await listBy({ ca: own.cert, cert: own.cert, key: own.key })).toEqual({
      instances: [],
      complete: true,
    })
    const another = createSelfSignedCertificate('IP:127.0.0.1')
    for (const wrong of [
      { ca: own.cert },
      { cert: own.cert, key: own.key },
      { ca: own.cert, cert: another.cert, key: another.key },
    ])
      await expect(listBy(wrong)).rejects.toThrow(HostUnreachable)
  },
)

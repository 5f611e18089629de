import { type QueryDriver, RconClient, createQueryDriver, formatRconLine } from '../../../servers/index.ts'
import type { DriverFixture } from './driver-fixture.ts'

/** The files by which the simulated game says its name and takes its password. */
export function buildGamesimFiles(name: string, rconPassword: string) {
  return {
    'cfg/server.cfg': `hostname "${name}"\nrcon_password "${rconPassword}"\n`,
    'cfg/MatchZy/admins.json': '{}',
  }
}

/** What each fixture with simulated games has in common: their files, and what they answer to queries and RCON at an address. */
export function simulatedGame(
  query: QueryDriver = createQueryDriver(),
  host = '127.0.0.1',
): Required<Pick<DriverFixture, 'files' | 'nameAt' | 'takesPassword'>> {
  return {
    files: buildGamesimFiles,
    nameAt: (port) =>
      query.ask({ protocol: 'valve', ip: host, port }, { list: false }).then(
        ({ name }) => name,
        () => null,
      ),
    takesPassword: async (port, password) => {
      const client = new RconClient({ host, port, password })
      return client
        .run(formatRconLine('status'))
        .then(
          () => true,
          () => false,
        )
        .finally(() => client.close())
    },
  }
}

import { type QueryDriver, RconClient, createQueryDriver, formatRconLine } from '../../../servers/index.ts'
import type { DriverFixture } from './driver-fixture.ts'

/** The files by which the simulated game says its name and takes its password. */
export function buildGamesimFiles(name: string, rconPassword: string) {
  return {
    'cfg/server.cfg': `hostname "${name}"\nrcon_password "${rconPassword}"\n`,
    'cfg/MatchZy/admins.json': '{}',
  }
}

/** What each fixture with simulated games has in common: their files, and what they answer to queries and RCON on this machine. */
export function simulatedGame(
  query: QueryDriver = createQueryDriver(),
): Required<Pick<DriverFixture, 'files' | 'nameAt' | 'takesPassword'>> {
  return {
    files: buildGamesimFiles,
    nameAt: (port) =>
      query.ask({ protocol: 'valve', ip: '127.0.0.1', port }, { list: false }).then(
        ({ name }) => name,
        () => null,
      ),
    takesPassword: async (port, password) => {
      const client = new RconClient({ host: '127.0.0.1', port, password })
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

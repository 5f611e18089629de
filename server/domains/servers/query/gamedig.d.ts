/** What the portal uses of gamedig 5, which brings no types. */
declare module 'gamedig' {
  export interface GamedigOptions {
    type: string
    host: string
    port: number
    givenPortOnly: boolean
    maxRetries: number
    socketTimeout: number
    requestPlayers: boolean
  }

  export interface GamedigPlayer {
    name?: unknown
    raw?: { time?: unknown }
  }

  export interface GamedigResult {
    name?: unknown
    map?: unknown
    password?: unknown
    maxplayers?: unknown
    numplayers?: unknown
    players?: GamedigPlayer[]
    bots?: GamedigPlayer[]
  }

  export class GameDig {
    constructor(options?: { listenUdpPort?: number })
    query(options: GamedigOptions): Promise<GamedigResult>
  }

  export const games: Record<string, { options: { protocol: string } }>
}

/** What a game server is, by the settings alone. */
export interface GameImage {
  image: string
  command: readonly string[]
  /** The install that the game starts from, as a path in the container; null where none is configured. */
  install: string | null
  /** Null: verifying creates the container again from its image. */
  verifyCommand: readonly string[] | null
  /** `/of/the/host:/in/the/container:ro` */
  mounts: readonly string[]
  /** 0: no limit. */
  memoryMb: number
  /** Processor cores, also parts of one; 0: no limit. */
  cpus: number
  /** The weight where processor time is short; null: the engine's default. */
  cpuShares: number | null
  /** The cores that it runs on, such as `0-3,8`; null: all. */
  cores: string | null
  /** Whether the engine's init is the first process, and reaps what the game leaves. */
  init: boolean
  /** Words that each container is marked with. */
  words: readonly string[]
}

/** What updates the install of a host, by the settings alone. */
export interface InstallUpdater {
  image: string
  command: readonly string[]
  /** `/of/the/host:/in/the/container`; the install has to be writable. */
  mounts: readonly string[]
}

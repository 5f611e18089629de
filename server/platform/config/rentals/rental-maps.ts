import { resolve } from 'node:path'
import { rentalModes } from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import { z } from 'zod'
import { type SettingDefinition, list } from '../setting.ts'

/** What players can set rented servers to, and how it is shown. */
export const rentalMapSettings = {
  gameModes: {
    variable: 'CLUTCH_GAME_MODES',
    doc: 'The modes that players can choose on the card of a server, by comma: practice, match, scrim, deathmatch, retakes, duel (1v1). retakes and duel need `cfg/clutch/retakes.cfg` and `cfg/clutch/1v1.cfg` among the mods.',
    schema: list(z.enum(rentalModes)).refine(
      (modes) => new Set(modes).size === modes.length,
      'must name each once',
    ),
    default: 'practice,match,scrim,deathmatch',
  },
  mapPictureDir: {
    variable: 'CLUTCH_MAP_PICTURE_DIR',
    doc: 'A folder with pictures of maps, named by the map, one of the Workshop by its number: `de_mirage.webp`, `3070284539.webp`, `.jpg` or `.png`, at most 2 MB each. A map without one is drawn.',
    schema: z
      .string()
      .min(1)
      .transform((path) => resolve(path))
      .optional(),
  },
} satisfies Record<string, SettingDefinition>

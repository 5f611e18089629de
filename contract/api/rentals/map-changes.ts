import * as z from 'zod/mini'
import { officialMaps, rentalModes, workshopIdPattern } from '../../rules/rentals/maps/rental-maps.ts'
import { defineCall } from '../call.ts'
import { rentalNumberSchema, rentalRefusalErrors } from './rentals.ts'

/** An official map by its name, or one of the Workshop by its number. */
export const rentalMapSchema = z.union([z.enum(officialMaps), z.string().check(z.regex(workshopIdPattern))])

/** The address of a picture on this site. */
const pictureAddress = z.nullable(z.string())

export const workshopMapSchema = z.object({
  id: z.string().check(z.regex(workshopIdPattern)),
  /** As its author calls it. */
  title: z.string(),
  picture: pictureAddress,
})

export const listRentalMaps = defineCall({
  id: 'listRentalMaps',
  method: 'GET',
  path: '/api/scrim/maps',
  who: 'user',
  tag: 'rentals',
  summary:
    'What practice servers can be set to: official maps, with the address of a picture where the operator has one, the modes that are offered, and whether the Workshop can be searched by name. Without a game that can be set, `supported` is false.',
  reply: z.object({
    supported: z.boolean(),
    maps: z.array(z.object({ name: z.enum(officialMaps), picture: pictureAddress })),
    modes: z.array(z.enum(rentalModes)),
    workshopSearch: z.boolean(),
  }),
  errors: ['portal.feature_off'],
})

export const searchWorkshopMaps = defineCall({
  id: 'searchWorkshopMaps',
  method: 'GET',
  path: '/api/scrim/workshop-maps',
  who: 'user',
  tag: 'rentals',
  limits: [{ name: 'workshop account', by: 'account' }],
  summary:
    'Maps of the Steam Workshop by words of their names, the most popular first, or the one whose number or address is given.',
  query: z.object({ text: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ maps: z.array(workshopMapSchema) }),
  errors: ['portal.feature_off', 'map.not_found', 'workshop.unavailable'],
})

export const getMapPicture = defineCall({
  id: 'getMapPicture',
  method: 'GET',
  path: '/api/scrim/maps/:name/picture',
  content: ['image/*'],
  who: 'anyone',
  tag: 'rentals',
  summary:
    'The operator’s picture of a map: of an official one by its name, of one of the Workshop by its number.',
  params: z.object({ name: rentalMapSchema }),
  file: true,
  errors: ['map.not_found'],
})

export const changeRentalMap = defineCall({
  id: 'changeRentalMap',
  method: 'POST',
  path: '/api/scrim/change-map',
  who: 'user',
  tag: 'rentals',
  limits: [{ name: 'rental account', by: 'account' }],
  summary:
    'Sets map and mode of a server. It takes effect in a moment, with a Workshop map after its download; `map_change` of the server tells how far it is. The same again while it is under way changes nothing. Owner and admins.',
  body: z.strictObject({
    instance_id: rentalNumberSchema,
    map: rentalMapSchema,
    mode: z.enum(rentalModes),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors: [...rentalRefusalErrors, 'rental.changing_map', 'map.not_found', 'mode.not_offered'],
})

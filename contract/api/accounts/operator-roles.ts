import * as z from 'zod/mini'
import { type OperatorArea, accessLevels, operatorAreas } from '../../rules/accounts/operator-rights.ts'
import { defineCall } from '../call.ts'
import { bothLanguages, idSchema } from '../shared/fields.ts'
import { expectedRevision, expectedRevisionInQuery } from '../shared/list-query.ts'

/** `owner`, or the id of a role. */
export const roleIdSchema = z.string().check(z.regex(/^[\w-]{1,40}$/, 'the id of a role'))

const level = z.optional(z.enum(accessLevels))
const levels = Object.fromEntries(operatorAreas.map((area) => [area, level])) as Record<
  OperatorArea,
  typeof level
>

/** What a role permits in each area; an area that is missing is closed. */
export const rightsSchema = z.object(levels)
export const strictRightsSchema = z.strictObject(levels)

/** The game servers that an operator is limited to; null for all of them. */
export const serverIdsSchema = z.nullable(z.array(idSchema).check(z.maxLength(500)))

export const roleNameMaxLength = 40
const name = bothLanguages(roleNameMaxLength)
const roleParams = z.object({ id: roleIdSchema })

export const roleSchema = z.object({
  id: z.string(),
  name: z.object({ zh: z.string(), en: z.string() }),
  rights: rightsSchema,
  /** How many operators hold it, also those whose time is over. */
  holders: z.int(),
  revision: z.int(),
})

export type Role = z.infer<typeof roleSchema>

export const operatorListRoles = defineCall({
  id: 'operatorListRoles',
  method: 'GET',
  path: '/api/operator/roles',
  who: 'operator',
  area: 'operators',
  tag: 'operator',
  summary: 'The roles of operators, and what each permits. The role of owners, `owner`, permits everything.',
  reply: z.array(roleSchema),
})

export const operatorAddRole = defineCall({
  id: 'operatorAddRole',
  method: 'POST',
  path: '/api/operator/roles',
  who: 'operator',
  area: 'operators',
  tag: 'operator',
  audit: 'addRole',
  summary: 'Adds a role. It can permit only what the caller may do.',
  body: z.strictObject({ name, rights: strictRightsSchema }),
  reply: roleSchema,
  errors: ['operator.outranked'],
})

export const operatorChangeRole = defineCall({
  id: 'operatorChangeRole',
  method: 'PATCH',
  path: '/api/operator/roles/:id',
  who: 'operator',
  area: 'operators',
  tag: 'operator',
  audit: 'changeRole',
  summary:
    'Changes the name of a role, or all of its rights; its holders have them with their next call. The role of owners stays as it is.',
  params: roleParams,
  body: z.partial(z.strictObject({ name, rights: strictRightsSchema, revision: expectedRevision })),
  reply: roleSchema,
  errors: ['role.not_found', 'role.fixed', 'operator.outranked', 'edit.conflict'],
})

export const operatorRemoveRole = defineCall({
  id: 'operatorRemoveRole',
  method: 'DELETE',
  path: '/api/operator/roles/:id',
  who: 'operator',
  area: 'operators',
  tag: 'operator',
  audit: 'removeRole',
  summary: 'Removes a role that no operator holds.',
  params: roleParams,
  query: z.object({ revision: expectedRevisionInQuery }),
  errors: ['role.not_found', 'role.fixed', 'role.in_use', 'operator.outranked', 'edit.conflict'],
})

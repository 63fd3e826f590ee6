import type { AssumptionId } from '../assumptions.ts'
import { PAGE_SIZE } from '../constants.ts'
import { closedObject, ID, nullable, type Schema, type Values } from './schema.ts'

/** An instant in UTC, as precise as `time.precision` says. */
export function timestamp(values: Values<'time.precision'>, description: string): Schema {
  const fine = values['time.precision'] === 'milliseconds'
  return {
    type: 'string',
    format: 'date-time',
    pattern: `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}${fine ? '\\.[0-9]{3}' : ''}Z$`,
    description,
    example: fine ? '2026-03-10T14:59:50.000Z' : '2026-03-10T14:59:50Z',
    'x-ringback-assumption': 'time.precision',
  }
}

export function id(description: string): Schema {
  return { ...ID, minimum: 1, description, example: 1 }
}

export function date(description: string): Schema {
  return { type: 'string', format: 'date', description, example: '2026-03-10' }
}

export function count(description: string, example = 12): Schema {
  return { type: 'integer', minimum: 0, description, example }
}

/** A field that has no value yet, or never got one, is null (assumption `wire.unset_fields`). */
export function unsetIsNull(schema: Schema): Schema {
  const ids = [schema['x-ringback-assumption'] ?? [], 'wire.unset_fields' as const].flat()
  return { ...nullable(schema), 'x-ringback-assumption': ids.length === 1 ? 'wire.unset_fields' : ids }
}

/** The envelope of a single resource. */
export function data(schema: Schema): Schema {
  return closedObject({ data: schema })
}

function pagination(values: Values<'paging.empty_last_page'>): Schema {
  const ofNone = values['paging.empty_last_page']
  return closedObject(
    {
      current_page: { type: 'integer', minimum: 1, description: 'Number of this page.', example: 1 },
      per_page: { type: 'integer', enum: [PAGE_SIZE], description: 'Items per page.' },
      total: count('Items in all pages.', 1),
      last_page: {
        type: 'integer',
        minimum: ofNone,
        description: `Number of the last page; ${ofNone} for an empty list.`,
        example: 1,
        'x-ringback-assumption': 'paging.empty_last_page',
      },
    },
    { title: 'Pagination' },
  )
}

/** The envelope of a list. `all` names the assumption by which the first page holds everything, however much that is. */
export function page(
  item: Schema,
  values: Values<'paging.empty_last_page'>,
  { all }: { all?: AssumptionId } = {},
): Schema {
  const items: Schema = { type: 'array', items: item }
  const listed: Schema =
    all === undefined ? { ...items, maxItems: PAGE_SIZE } : { ...items, 'x-ringback-assumption': all }
  return closedObject({ data: listed, pagination: pagination(values) })
}

import type { TenantView } from '../../server/control/protocol/worlds.ts'
import type { OpenApiParameter } from './openapi.ts'
import { wallClock } from './time-text.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 6

/** An example of the contract with the staff member and project of a tenant in it, so that it works as it stands. Pure. */
export function filledExample(example: unknown, tenant: TenantView | undefined): unknown {
  const own: { [name: string]: unknown } = {
    project_id: tenant?.project_ids[0],
    staff_id: tenant?.staff_ids[0],
    project_ids: tenant?.project_ids.slice(0, 1),
  }
  if (Array.isArray(example)) return example.map(value => filledExample(value, tenant))
  if (typeof example !== 'object' || example === null) return example
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, own[name] ?? filledExample(value, tenant)]),
  )
}

const textOf = (value: unknown) => (value === undefined ? '' : String(value))

/** What a parameter starts with or hints at: the last week for dates, else the example of the contract. Pure. */
export function parameterExample({ name, example, schema }: OpenApiParameter, now: number): string {
  if (schema.format === 'date') return wallClock(name === 'from' ? now - WEEK_DAYS * DAY_MS : now, 'tokyo').date
  return textOf(example ?? schema.example ?? schema.default)
}
